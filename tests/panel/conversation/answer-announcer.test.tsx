// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { AssistantMessage } from '@/src/core/records/message';
import { AnswerAnnouncer } from '@/src/panel/conversation/answer-announcer';
import { withRendering } from '../with-rendering';

const rendering = withRendering();

function response(id: string, content: string, call?: [name: string, args: object]): AssistantMessage {
  const [name, args] = call ?? [];
  return {
    id,
    chatId: 'c',
    runId: 'r',
    position: 0,
    createdAtMs: 0,
    discardedBy: null,
    role: 'assistant',
    content,
    reasoning: '',
    reasoningMs: 0,
    toolCalls:
      name === undefined
        ? []
        : [{ executionId: id, modelCallId: 'call_0', name, argumentsText: JSON.stringify(args) }],
    finishReason: 'stop',
    model: 'demo',
    seenStateHash: null,
  };
}

function announced(...messages: AssistantMessage[]): string | null {
  rendering.render(<AnswerAnnouncer messages={messages} />);
  return rendering.place.textContent;
}

it('announces new answers only, not those from before it was mounted', () => {
  const first = response('a', 'Here I am.');
  expect(announced(first)).toBe('');
  expect(announced(first, response('b', 'And here.'))).toBe('And here.');
});

it.each<[string, AssistantMessage, string]>([
  [
    'a question with its choices',
    response('b', 'Hm.', ['ask_user', { question: 'Which?', choices: ['one', 'two'] }]),
    'Hm.\nWhich?\none\ntwo',
  ],
  ['a summary', response('b', '', ['finish_task', { summary: 'All done.' }]), 'All done.'],
  ['no other call', response('b', '', ['add_rule', { pattern: '*' }]), ''],
])('announces %s', (_, message, text) => {
  announced();
  expect(announced(message)).toBe(text);
});
