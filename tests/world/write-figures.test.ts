// @own-modules
import { expect, it } from 'vitest';
import { countWrite } from './count-write';

/** Highest figures of one message with one write; each of its calls is executed once. */
const LIMITS = {
  modelRequests: 2,
  pageMessages: 7,
  lockMessages: 2,
  pageReads: 6,
  reads: 80,
  chatReads: 18,
  runReads: 14,
  writes: 40,
};

it('one message with one write takes few requests, messages and operations', async () => {
  const { executions, ...counts } = await countWrite();
  expect(executions).toBe(1);
  const above = Object.entries(LIMITS).filter(([name, limit]) => counts[name as keyof typeof LIMITS] > limit);
  expect(above, JSON.stringify(counts)).toEqual([]);
});
