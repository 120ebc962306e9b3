import { describe, expect, it } from 'vitest';
import { saidSchema } from '@/src/schema/said';
import { type Said, say, sentences } from '@/src/schema/values/said';

/** A text within a text, so many times. */
function nested(times: number): Said {
  return times === 0 ? 'end' : { id: 'a', values: { inner: nested(times - 1) } };
}

const list = (length: number) => Array.from({ length }, (_, index) => `Chat ${index}`);

describe('words from outside', () => {
  it.each<[string, boolean, unknown]>([
    ['a text', true, say('said.dryRun.sends', { title: 'x' })],
    ['words from elsewhere', true, 'Something else.'],
    ['a number', false, 5],
    ['a text without values', false, { id: 'a' }],
    ['a value that is an object', false, { id: 'a', values: { b: { c: 'd' } } }],
    ['the effects of a whole response', true, sentences(...list(1_000))],
    ['a longer list', false, { id: 'a', values: { names: list(1_001) } }],
    ['a longer choice', false, { id: 'a', values: { names: { anyOf: list(1_001) } } }],
    ['texts in texts', true, nested(8)],
    ['texts that are nested deeply', false, nested(20)],
    ['texts that would overflow the stack', false, nested(3_000)],
  ])('%s: accepted is %s', (_, isAccepted, value) => {
    expect(saidSchema.safeParse(value).success).toBe(isAccepted);
  });

  it('keep a value whose name objects inherit', () => {
    const text = JSON.parse('{"id":"a","values":{"__proto__":"x"}}');
    expect(Object.entries((saidSchema.parse(text) as { values: object }).values)).toEqual([
      ['__proto__', 'x'],
    ]);
  });
});
