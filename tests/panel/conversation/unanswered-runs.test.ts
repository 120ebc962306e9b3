import { describe, expect, it } from 'vitest';
import { unansweredLines } from '@/src/panel/conversation/unanswered-runs';
import type { Message } from '@/src/schema/message';
import type { ErrorCode } from '@/src/schema/values/error-code';
import { wordsOf } from '@/src/texts/i18n';

const message = (id: string, runId: string | null, fields: object = {}) =>
  ({ id, runId, role: 'user', toolCalls: [], ...fields }) as unknown as Message;

/** The text of each line after the id of its message. */
function linesOf(messages: Message[], errors: Record<string, ErrorCode | null>): string[] {
  const unanswered = Object.entries(errors).map(([runId, error]) => ({ runId, error }));
  return [...unansweredLines(messages, unanswered)].flatMap(([id, lines]) =>
    lines.map((line) => `${id}: ${line.kind === 'note' ? wordsOf(line.text) : ''}`),
  );
}

describe('a run without an answer', () => {
  it('has a line after its last message, also after calls, once another run follows', () => {
    const messages = [
      message('u1', 'a'),
      message('row', null, { role: 'accounting' }),
      message('u2', 'b'),
      message('answer', 'b', { role: 'assistant' }),
      message('u3', 'd'),
      message('call', 'd', { role: 'assistant', toolCalls: [{}] }),
      message('result', 'd', { role: 'tool' }),
      message('u4', 'e'),
    ];
    expect(linesOf(messages, { a: 'auth', d: null, e: 'server' })).toEqual([
      'u1: Not answered: Key not accepted.',
      'result: Stopped.',
    ]);
  });

  it.each<[string, object, ErrorCode | null]>([
    ['an answer that broke off', { role: 'partial-answer' }, 'network'],
    ['an answer that was cut off', { role: 'assistant' }, null],
  ])('has none after %s, which says so itself', (_, fields, error) => {
    expect(linesOf([message('u', 'a'), message('x', 'a', fields), message('v', 'b')], { a: error })).toEqual(
      [],
    );
  });
});
