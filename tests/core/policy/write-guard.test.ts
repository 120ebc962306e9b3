import { expect, it } from 'vitest';
import { lastLeftStateHash, writableStateHash } from '@/src/core/policy/write-guard';
import type { Execution } from '@/src/core/records/run';

/** A call that ended; `write` is the state before and after, null for one that changed nothing. */
function ended(write: [before: string, after: string] | null, index: number): Execution {
  const intended = {
    page: 'tab:1',
    before: { stateHash: write?.[0] ?? '', savedHash: 's' },
    after: null,
    afterState: null,
    savedBefore: null,
    summary: '',
    followsOthers: false,
  };
  return {
    id: `e${index}`,
    chatId: 'c',
    runId: 'r',
    messageId: 'm',
    index,
    name: 'add_note',
    effect: 'write',
    state: 'done',
    receivedAtMs: 1,
    startedAtMs: 2,
    write: write === null ? null : intended,
    leftStateHash: write?.[1] ?? null,
  };
}

const seen = { id: 'm', seenStateHash: 'seen' };

it.each<[string, ([string, string] | null)[], string | null, string]>([
  ['there was no write', [null], 'seen', 'seen'],
  ['one write started from the state that the model saw', [['seen', 'a']], 'a', 'a'],
  ['each write started from the state after the one before', [['seen', 'a'], null, ['a', 'b']], 'b', 'b'],
  ['a write started from another state', [['other', 'x']], null, 'x'],
  [
    'a later write started from another state',
    [
      ['seen', 'a'],
      ['seen', 'x'],
    ],
    null,
    'x',
  ],
  [
    'the page returned to the state that the model saw, without the effect of a write',
    [
      ['other', 'x'],
      ['seen', 'a'],
    ],
    null,
    'a',
  ],
])(
  'if %s, the next write may start only from a state that the model knows',
  async (_what, writes, writable, left) => {
    const journal = { executionsOf: async () => writes.map(ended) };
    expect(await writableStateHash({ journal }, seen)).toBe(writable);
    expect(await lastLeftStateHash({ journal }, seen)).toBe(left);
  },
);

it('if the model was sent no state, no write may start', async () => {
  const journal = { executionsOf: async () => [ended(['a', 'b'], 0)] };
  expect(await writableStateHash({ journal }, { id: 'm', seenStateHash: null })).toBeNull();
});
