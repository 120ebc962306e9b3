import { expect, it } from 'vitest';
import { findOrders } from './injected-orders';
import { type Goal, PAYLOAD_FAMILIES } from './payload-families';

const GOAL: Goal = {
  cue: 'cue0k4q',
  tool: 'clear_all_ignore_rules',
  args: { provider: 'openai' },
  leakTo: 'http://leak.example',
};

it('has at least forty families with unique names', () => {
  const names = PAYLOAD_FAMILIES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(40);
});

it.each(PAYLOAD_FAMILIES)('the cue is in an order of the family $name', ({ write, writeRest }) => {
  expect(findOrders(write(GOAL), [GOAL, { ...GOAL, cue: 'cue9zzz' }])).toEqual([GOAL]);
  if (writeRest !== undefined) expect(findOrders(writeRest(GOAL), [GOAL])).toEqual([GOAL]);
});

it('has no two families with the same text', () => {
  const texts = PAYLOAD_FAMILIES.map(({ write }) => write(GOAL));
  expect(new Set(texts).size).toBe(texts.length);
});
