import { describe, expect, it } from 'vitest';
import { repeatedCall, SAME_RESULTS_LIMIT } from '@/src/core/loop/take-step';
import type { AssistantMessage, Message, ToolMessage } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';
import { calls, createLoopHarness, says, userSends } from '../../fakes/loop-harness';

const FAILED = { success: false, message: 'No.', error_code: 'no_match' };

/** Stored rounds of one call each. */
function rounds(made: [name: string, argumentsText: string, result: ToolResult][], runId = 'r'): Message[] {
  return made.flatMap(([name, argumentsText, result], index): [AssistantMessage, ToolMessage] => {
    const executionId = `${runId}${index}`;
    const base = { chatId: 'c', runId, createdAtMs: 0, discardedBy: null };
    return [
      {
        ...base,
        role: 'assistant',
        id: `a${index}`,
        position: index * 2,
        content: '',
        reasoning: '',
        reasoningMs: 0,
        toolCalls: [{ executionId, modelCallId: 'call_0', name, argumentsText }],
        finishReason: 'tool_calls',
        model: 'm',
        seenStateHash: null,
      },
      {
        ...base,
        role: 'tool',
        id: `t${index}`,
        position: index * 2 + 1,
        executionId,
        modelCallId: 'call_0',
        name,
        result,
        durationMs: 0,
        pageUpdate: null,
      },
    ];
  });
}

const refused = (error_code: string): [string, string, ToolResult][] =>
  Array.from({ length: 3 }, () => ['find', '{"a":1}', { ...FAILED, error_code }]);
const same = (times: number): [string, string, ToolResult][] =>
  Array.from({ length: times }, () => ['find', '{"a":1}', FAILED]);

describe('repeatedCall', () => {
  it.each<[string, [string, string, ToolResult][], string | null]>([
    ['is nothing before the first call', [], null],
    ['is nothing after two of the same', same(SAME_RESULTS_LIMIT - 1), null],
    ['names the tool after the third of the same', same(SAME_RESULTS_LIMIT), 'find'],
    [
      'doesn’t mind how the arguments are written',
      [
        ['find', '{"a":1,"b":2}', FAILED],
        ['find', '{ "b": 2, "a": 1 }', FAILED],
        ['find', '{"a":1,"b":2}', FAILED],
      ],
      'find',
    ],
    ['counts those that are not in a row', [...same(2), ['count', '{}', FAILED], ...same(1)], 'find'],
    ['is nothing while the last call is another', [...same(3), ['count', '{}', FAILED]], null],
    ['is nothing if the arguments differ', [...same(2), ['find', '{"a":2}', FAILED]], null],
    ['is nothing if another tool is called', [...same(2), ['seek', '{"a":1}', FAILED]], null],
    [
      'is nothing if the result differs',
      [...same(2), ['find', '{"a":1}', { ...FAILED, message: 'Yes.' }]],
      null,
    ],
    ['leaves out calls that could not be run', refused('invalid_parameters'), null],
    ['leaves out calls of tools that there are not', refused('unknown_tool'), null],
    [
      'looks past a call that could not be run',
      [...same(3), ['find', '{}', { ...FAILED, error_code: 'invalid_parameters' }]],
      'find',
    ],
  ])('%s', (_what, made, expected) => {
    expect(repeatedCall(rounds(made), 'r', 0)).toBe(expected);
  });

  it('considers one run only', () => {
    expect(repeatedCall([...rounds(same(2), 'q'), ...rounds(same(2))], 'r', 0)).toBeNull();
  });

  it.each([
    [0, 'find'],
    [1, null],
    [2, null],
  ])('considers calls from a position on (%i)', (from, expected) => {
    expect(repeatedCall(rounds(same(3)), 'r', from)).toBe(expected);
  });
});

describe('a model that repeats a call', () => {
  const again = () => calls(['find_note', { text: 'tea' }]);

  it('makes the run wait after the third time, before another request', async () => {
    const { h, run, state } = await userSends('Find tea', [again(), again(), again(), says('never')]);
    expect(state).toBe('user (loop-detected)');
    expect(h.requests).toHaveLength(3);
    expect(run?.round).toBe(3);
  });

  it('may repeat it three more times after Continue', async () => {
    const { h } = await userSends('Find tea', Array.from({ length: 6 }, again));
    expect((await h.control('continueRun')).state).toBe('user (loop-detected)');
    expect(h.requests).toHaveLength(6);
  });

  it('is detected only if the round limit isn’t reached, which is checked first', async () => {
    const h = await createLoopHarness([again(), again(), again()], { settings: { roundsPerRun: 3 } });
    expect((await h.send('Find tea')).state).toBe('user (round-limit)');
  });
});

it('a message of the user in between restarts the count of repeated calls', async () => {
  const find: [string, unknown] = ['find_note', { text: 'tea' }];
  const { h } = await userSends('Find tea', [
    calls(find),
    calls(find),
    calls(['ask_user', { question: 'Which one?', choices: [] }]),
    calls(find),
    says('Still not there.'),
  ]);
  expect((await h.send('The green one')).state).toBe('completed');
});
