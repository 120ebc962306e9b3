import type { DemoReply } from './demo-reply';
import type { DemoRequest } from './demo-request';
import { ownWords } from './read-conversation';

/** Start of Steward's request for a title or a summary, at the end of a conversation. */
const INSTRUCTION = /^\[request from steward\] Write a (title|summary) /m;

/** Start of an earlier summary in the system prompt. */
const EARLIER = /Previous Conversation Summary:\s*([\s\S]+)$/;

const MAX_TITLE_WORDS = 6;

/** Answers a request for a title or a summary; null for other requests. */
export function answerSideRequest({ messages }: DemoRequest): DemoReply | null {
  const last = messages.at(-1);
  const [, kind] = (last?.role === 'user' ? INSTRUCTION.exec(last.content ?? '') : null) ?? [];
  if (kind === undefined) return null;
  const asked = messages.flatMap(({ role, content }) => {
    const words = role === 'user' ? ownWords(content ?? '') : '';
    return words === '' ? [] : [words];
  });
  if (kind === 'title') return reply(titleOf(asked[0] ?? 'New conversation'));
  const answered = messages.flatMap(({ role, content, tool_calls: calls = [] }) =>
    role === 'assistant' && calls.length === 0 && content !== null ? [firstLine(content)] : [],
  );
  const [, earlier] = messages.flatMap(({ role, content }) =>
    role === 'system' ? (EARLIER.exec(content ?? '') ?? []) : [],
  );
  const parts = [
    ...(earlier === undefined ? [] : [earlier.trim()]),
    ['The user asked:', ...asked.map((words) => `- ${firstLine(words)}`)].join('\n'),
    ['I answered:', ...answered.map((words) => `- ${words}`)].join('\n'),
  ];
  return reply(parts.join('\n\n'));
}

/** The first words of a message, as a heading. */
function titleOf(words: string): string {
  const some = firstLine(words)
    .split(/\s+/)
    .slice(0, MAX_TITLE_WORDS)
    .join(' ')
    .replace(/[.,;:!?]+$/, '');
  return some.charAt(0).toUpperCase() + some.slice(1);
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}

function reply(content: string): DemoReply {
  return { reasoning: '', content, toolCalls: [] };
}
