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
    const journal = { executionsOf: async () => writes.map(ended) };
    expect(await writableStateHash({ journal }, seen)).toBe(writable);
    expect(await lastLeftStateHash({ journal }, seen)).toBe(left);
  },
);

it('where the model was shown no state, no write may start', async () => {
  const journal = { executionsOf: async () => [ended(['a', 'b'], 0)] };
  expect(await writableStateHash({ journal }, { id: 'm', seenStateHash: null })).toBeNull();
});
