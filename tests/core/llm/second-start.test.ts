import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { createResponseAssembler } from '@/src/core/llm/response-assembler';
import { createSecondStartCheck } from '@/src/core/llm/second-start';

/** Variants among servers. */
const HABITS = {
  ids: ['one', 'none', 'first event', 'each event', 'each answer', 'later answers', 'first answer'],
  roles: ['none', 'first', 'each', 'heads of calls'],
  indices: ['counted', 'zero', 'none'],
  callIds: ['own', 'repeated', 'none'],
  parts: ['whole', 'head first'],
} as const;

type Habits = { [Name in keyof typeof HABITS]: (typeof HABITS)[Name][number] };

/** Each combination. */
const combinations: Habits[] = HABITS.ids.flatMap((ids) =>
  HABITS.roles.flatMap((roles) =>
    HABITS.indices.flatMap((indices) =>
      HABITS.callIds.flatMap((callIds) =>
        HABITS.parts.map((parts): Habits => ({ ids, roles, indices, callIds, parts })),
      ),
    ),
  ),
);

interface Sent {
  hasRole: boolean;
  chunks: AIStreamChunk[];
}

/** The events of one answer: its text, and a call for each argument. */
function answer(habits: Habits, number: number, text: string, args: readonly string[]): Sent[] {
  const { roles, indices, callIds, parts } = habits;
  const calls = args.flatMap((argumentsText, at): Sent[] => {
    const index = { counted: at, zero: 0, none: null }[indices];
    const id = { own: `call-${number}-${at}`, repeated: `call_${at}`, none: null }[callIds];
    const isHead = roles === 'heads of calls';
    const part = { type: 'tool-call-part', index } as const;
    const head = (text: string) => ({
      hasRole: isHead,
      chunks: [{ ...part, id, name: 'save', argumentsText: text }],
    });
    const rest = { ...part, id: null, name: null, argumentsText };
    return parts === 'whole' ? [head(argumentsText)] : [head(''), { hasRole: false, chunks: [rest] }];
  });
  const events = [
    { hasRole: roles !== 'none', chunks: [] },
    ...[...text].map((one): Sent => ({ hasRole: false, chunks: [{ type: 'content', text: one }] })),
    ...calls,
  ];
  return roles === 'each' ? events.map((event) => ({ ...event, hasRole: true })) : events;
}

/**
 * The parsed result of these answers in one stream; null if it ends with the error for an ambiguous stream.
 */
function read({ ids }: Habits, ...answers: Sent[][]): { content: string; calls: string[] } | null {
  const check = createSecondStartCheck();
  const assembler = createResponseAssembler([], false);
  const finish: Sent = { hasRole: false, chunks: [{ type: 'finish', reason: 'tool_calls' }] };
  const events = answers.flatMap((one, number) =>
    [...one, ...(number === answers.length - 1 ? [finish] : [])].map((event) => ({ number, event })),
  );
  for (const [at, { number, event }] of events.entries()) {
    const id = {
      one: 'a',
      none: null,
      'first event': at === 0 ? 'a' : null,
      'each event': `event-${at}`,
      'each answer': `answer-${number}`,
      'later answers': number === 0 ? null : 'a',
      'first answer': number === 0 ? 'a' : null,
    }[ids];
    try {
      check.add({ ...event, id, hasChoice: true });
    } catch (error) {
      expect(error).toMatchObject({ code: 'answer-unclear' });
      return null;
    }
    for (const chunk of event.chunks) assembler.add(chunk);
  }
  check.end();
  const { content, toolCalls } = assembler.finish();
  return { content, calls: toolCalls.map(({ argumentsText }) => argumentsText) };
}

describe.each(combinations)(
  'ids: $ids, roles: $roles, indices: $indices, call ids: $callIds, $parts',
  (habits) => {
    it.each([
      ['with a call each', '{"p":1}'],
      ['of which the first is cut off within its call', '{"p":'],
    ])('two answers %s → error, so that no call is made', (_, args) => {
      const first = answer(habits, 0, 'Half', [args]);

      expect(read(habits, first, answer(habits, 1, 'Whole', ['{"p":1}', '{"p":2}']))).toBeNull();
    });

    it('one answer with text and two calls → all of it, or an error', () => {
      const outcome = read(habits, answer(habits, 0, 'Text', ['{"p":1}', '{"p":2}']));

      expect(outcome).toEqual(
        isContradictory(habits) ? null : { content: 'Text', calls: ['{"p":1}', '{"p":2}'] },
      );
    });
  },
);

/**
 * A repeated role after a complete call, and immediately another call that may be the first one of another
 * answer.
 */
function isContradictory({ roles, indices, parts }: Habits): boolean {
  return roles === 'heads of calls' && indices !== 'counted' && parts === 'head first';
}
