import { describe, expect, it } from 'vitest';
import { hashJson } from '@/src/core/hash';
import { lastLeftStateHash, plannedCalls, writableStateHash } from '@/src/core/policy/gather-plan';
import { NO_CHANGE } from '@/src/core/policy/plain-dry-run';
import type { ChangePreview } from '@/src/schema/dry-run';
import type { AssistantMessage, Message, ToolMessage } from '@/src/schema/message';
import { add, createGateRig, type RigOptions, responseWith, resultOf, SOURCE } from './gate-rig';

/** A response with a call of each execution id. */
const response = (position: number, ids: string[], more: Partial<AssistantMessage> = {}): Message =>
  responseWith(Object.fromEntries(ids.map((id) => [id, add('bun')])), {
    id: `m${position}`,
    position,
    ...more,
  });

const result = (position: number, executionId: string, more: Partial<ToolMessage> = {}): Message =>
  resultOf(executionId, position, { success: true, message: 'Planned.' }, more);

const planned: typeof result = (position, executionId, more = {}) =>
  result(position, executionId, { planned: true, ...more });

describe('the calls that a run has planned', () => {
  it.each<[string, Message[], string[]]>([
    ['are none at first', [response(1, ['a'])], []],
    [
      'are those with a planned result, in their order',
      [response(1, ['a', 'b']), planned(2, 'b'), planned(3, 'a'), response(4, ['c']), planned(5, 'c')],
      ['a', 'b', 'c'],
    ],
    [
      'are in order, however the messages are stored',
      [planned(4, 'c'), response(3, ['c']), planned(2, 'a'), response(1, ['a'])],
      ['a', 'c'],
    ],
    ['leave out calls that ran', [response(1, ['a', 'b']), planned(2, 'a'), result(3, 'b')], ['a']],
    [
      'leave out calls of another run',
      [response(1, ['a'], { runId: 'before' }), planned(2, 'a', { runId: 'before' })],
      [],
    ],
    [
      'leave out calls that a rollback set aside',
      [response(1, ['a'], { discardedBy: 'x' }), planned(2, 'a', { discardedBy: 'x' })],
      [],
    ],
    [
      'are those since the last plan that was presented to the user',
      [
        response(1, ['a']),
        planned(2, 'a'),
        response(3, ['p'], { plan: true }),
        planned(4, 'p'),
        response(5, ['b']),
        planned(6, 'b'),
      ],
      ['b'],
    ],
  ])('%s', (_what, messages, expected) => {
    expect(plannedCalls(messages, 'r').map(({ executionId }) => executionId)).toEqual(expected);
  });
});

describe('a call in plan mode', () => {
  /** The run has already planned the first of its calls. */
  function planning(made: [string, unknown][], options: RigOptions = {}) {
    const rig = createGateRig(made, { ...options, settings: { planMode: true } });
    rig.record.messages.push(planned(2, 'e0'));
    return rig;
  }

  it('is dry-run after the calls that the run has planned, and its result says that nothing is done', async () => {
    expect(await planning([add('bun'), add('cod')]).check(1)).toEqual({
      kind: 'planned',
      result: {
        success: true,
        message: 'Planned, not done: ale bun → ale bun cod, published  The page is as it was.',
        data: { planned: true, effects: [] },
      },
    });
  });

  it('that would fail after those returns its failure, and is not part of the plan', async () => {
    expect(await planning([add('bun'), add('bun')]).check(1)).toEqual({
      kind: 'settled',
      result: { success: false, message: 'Known.', error_code: 'duplicate' },
      decision: 'not-asked',
      note: '',
    });
  });

  it('is dry-run without planned calls that are no longer valid', async () => {
    const rig = planning([['no_tool', {}], add('bun')]);
    expect(await rig.check(1)).toMatchObject({
      kind: 'planned',
      result: { message: expect.stringContaining('ale → ale bun,') },
    });
  });

  it('on a page that the model didn’t see isn’t planned', async () => {
    const rig = planning([add('bun'), add('cod')]);
    rig.page.notes.push('dip');
    expect(await rig.check(1)).toMatchObject({
      kind: 'settled',
      result: { success: false, error_code: 'page_changed' },
      decision: 'not-asked',
      note: '',
    });
  });

  it('reports at most 50 names of a list, and their total number', async () => {
    const names = Array.from({ length: 60 }, (_, index) => ({ name: `model-${index}`, detail: 'hidden' }));
    const preview: ChangePreview = {
      ...NO_CHANGE,
      summary: 'Hides 60 models.',
      effects: [{ kind: 'loss', title: 'Newly hidden', names, total: 60 }],
    };
    const stateHash = hashJson({ notes: ['ale'] });
    const dryRun = {
      executionId: 'e0',
      args: {},
      preview,
      rows: [],
      step: {},
      stateHashBefore: stateHash,
      savedHashBefore: null,
      after: null,
    };
    const dryRuns = {
      run: async () => ({
        dryRun: { calls: [{ kind: 'change' as const, ...dryRun }], net: preview },
        reading: { context: {}, stateHash, source: SOURCE },
        after: null,
      }),
    };
    const rig = createGateRig([add('bun')], { settings: { planMode: true }, deps: { dryRuns } });
    const reported = names.slice(0, 50).map(({ name }) => name);
    expect(await rig.check(0)).toMatchObject({
      result: { data: { effects: [{ title: 'Newly hidden', names: reported, total: 60 }] } },
    });
  });
});

/** A response's writes that ended; null for a call that changed nothing. */
function writesOf(writes: readonly ([before: string, after: string] | null)[]) {
  return {
    stateHashesOf: async () =>
      writes.flatMap((write) => (write === null ? [] : [{ before: write[0], after: write[1] }])),
  };
}

const seen = responseWith(
  { first: add('bun'), second: add('cod') },
  { id: 'm', position: 1, seenStateHash: 'seen' },
);

it.each<[string, ([string, string] | null)[], string | null, string]>([
  ['nothing was written', [null], 'seen', 'seen'],
  ['one write began on what the model saw', [['seen', 'a']], 'a', 'a'],
  ['writes began where the one before ended', [['seen', 'a'], null, ['a', 'b']], 'b', 'b'],
  ['a write began on another page', [['other', 'x']], null, 'x'],
  [
    'a write after others began on another page',
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
  expect(await writableStateHash({ journal }, { ...seen, toolCalls: seen.toolCalls.slice(1) })).toBe('seen');
});
