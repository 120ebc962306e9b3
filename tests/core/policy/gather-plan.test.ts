import { describe, expect, it } from 'vitest';
import { hashJson } from '@/src/core/hash';
import { plannedCalls } from '@/src/core/policy/gather-plan';
import { NO_CHANGE } from '@/src/core/policy/plain-dry-run';
import type { ChangePreview } from '@/src/schema/dry-run';
import type { AssistantMessage, Message, ToolMessage } from '@/src/schema/message';
import { add, createGateRig, type RigOptions, SOURCE } from './gate-rig';

const base = (id: string, position: number) => ({
  id,
  chatId: 'c',
  runId: 'r',
  position,
  createdAtMs: 1,
  discardedBy: null,
});

/** A response that calls a tool once for each execution id. */
function response(position: number, executionIds: string[], more: Partial<AssistantMessage> = {}): Message {
  return {
    ...base(`m${position}`, position),
    role: 'assistant',
    content: '',
    reasoning: '',
    reasoningMs: 0,
    toolCalls: executionIds.map((executionId) => ({
      executionId,
      modelCallId: 'call_0',
      name: 'add_note',
      argumentsText: '{"text":"bun"}',
    })),
    finishReason: 'tool_calls',
    model: 'm',
    seenStateHash: null,
    ...more,
  };
}

function result(position: number, executionId: string, more: Partial<ToolMessage> = {}): Message {
  return {
    ...base(`t${executionId}`, position),
    role: 'tool',
    executionId,
    modelCallId: 'call_0',
    name: 'add_note',
    result: { success: true, message: 'Planned.' },
    durationMs: 0,
    pageUpdate: null,
    ...more,
  };
}

function planned(position: number, executionId: string, more: Partial<ToolMessage> = {}): Message {
  return result(position, executionId, { planned: true, ...more });
}

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
