import { expect, it } from 'vitest';
import { lastLeftStateHash, writableStateHash } from '@/src/core/policy/gather-plan';

/** A response's writes that ended; null for a call that changed nothing. */
function writesOf(writes: readonly ([before: string, after: string] | null)[]) {
  return {
    stateHashesOf: async () =>
      writes.flatMap((write) => (write === null ? [] : [{ before: write[0], after: write[1] }])),
  };
}

const call = (name: string) => ({ executionId: name, modelCallId: name, name, argumentsText: '{}' });

const seen = { id: 'm', seenStateHash: 'seen', toolCalls: [call('first'), call('second')] };

it.each<[string, ([string, string] | null)[], string | null, string]>([
  ['nothing was written', [null], 'seen', 'seen'],
  ['one write began on what the model saw', [['seen', 'a']], 'a', 'a'],
  ['writes began where the one before ended', [['seen', 'a'], null, ['a', 'b']], 'b', 'b'],
  ['a write began on another page', [['other', 'x']], null, 'x'],
  [
    'a write behind others began on another page',
    [
      ['seen', 'a'],
      ['seen', 'x'],
    ],
    null,
    'x',
  ],
  [
    'the page came back to what the model saw, without what a write had made',
    [
      ['other', 'x'],
      ['seen', 'a'],
    ],
    null,
    'a',
  ],
])(
  'where %s, the next write may start from what the model can know',
  async (_what, writes, writable, left) => {
    const journal = writesOf(writes);
    expect(await writableStateHash({ journal }, seen)).toBe(writable);
    expect(await lastLeftStateHash({ journal }, seen)).toBe(left);
  },
);

it('where the model was shown no state, no write may start', async () => {
  const journal = writesOf([['a', 'b']]);
  expect(await writableStateHash({ journal }, { ...seen, seenStateHash: null })).toBeNull();
});

it('the only call of a response may start from what the model saw, and its writes aren’t read', async () => {
  const journal = { stateHashesOf: async () => Promise.reject(new Error('was read')) };
  expect(await writableStateHash({ journal }, { ...seen, toolCalls: [call('only')] })).toBe('seen');
});
