import type { ApiMessage } from '@/src/schema/api-message';
import type { ChatSender } from '@/src/schema/chat-sender';
import type {
  AssistantMessage,
  Message,
  PageNews,
  SystemMessage,
  ToolMessage,
  UserMessage,
} from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import { assertNever } from '../assert-never';
import { mentionedPartsText } from '../context/mentioned-parts';
import { changeLines, pageDataBlock } from '../context/page-data-block';
import { hasMembers } from '../llm/members';
import { isRefused } from '../records/tool-result';
import { quoted } from '../tools/quoted';
import { readArguments } from '../tools/read-arguments';
import { wireToolName } from '../tools/tool-name';
import type { CallIds } from './call-ids';
import type { OmissionCount } from './omissions';
import { stateCarrier } from './summary-boundary';

export interface EntryRules {
  /** True for an answer that came from the request's server. The server gets back the answer's unknown members. */
  isOwn(message: AssistantMessage): boolean;
  callId: CallIds;
  omissions: OmissionCount;
}

/**
 * Converts an entry to the message that is sent. Null for entries that are not sent by themselves: rows for the user,
 * results (sent with their calls), empty texts.
 *
 * @param results the results of the entry's calls, in call order
 */
export function entryMessage(
  message: Message,
  run: Run | null,
  results: readonly (ToolMessage | null)[],
  rules: EntryRules,
): ApiMessage | null {
  switch (message.role) {
    case 'user': {
      const content = withPage(withParts(message), message, message.id, run);
      const { images } = message;
      if (content === '') return null;
      return { role: 'user', content, ...(images === undefined ? {} : { images }) };
    }
    case 'assistant':
      return assistantMessage(message, results, rules);
    case 'system': {
      const event = eventText(message);
      return { role: 'user', content: withPage(event, message.news ?? null, message.id, run) };
    }
    case 'tool':
    case 'partial-answer':
    case 'system-title':
    case 'title':
    case 'system-summary':
    case 'summary':
    case 'accounting':
    case 'rollback':
      return null;
    default:
      return assertNever(message);
  }
}

/** Wraps the text of another chat as data, in a block that this text can't close. */
function eventText({ scope, content, sender }: SystemMessage): string {
  if (sender === undefined) return `[event from ${scope}] ${content}`;
  const { title, kind, nonce } = sender;
  const block = pageDataBlock('chat-message', nonce, content);
  return `[event from the chat ${quoted(title)}] ${SENT_TEXTS[kind]}\n${block}`;
}

const SENT_TEXTS: Readonly<Record<ChatSender['kind'], string>> = {
  message: 'A message from that chat’s assistant. No answer to it is awaited.',
  question: 'A message from that chat’s assistant. Your answer that concludes this task goes back to it.',
  answer: 'The answer of that chat’s assistant to your message.',
};

function assistantMessage(
  message: AssistantMessage,
  results: readonly (ToolMessage | null)[],
  { isOwn, callId, omissions }: EntryRules,
): ApiMessage | null {
  // An answer that was cut off while reasoning has neither text nor calls.
  const content = isBlank(message.content) ? null : message.content;
  if (message.toolCalls.length === 0) return content === null ? null : { role: 'assistant', content };
  const getsMembers = isOwn(message);
  const members = getsMembers ? message.continuation?.members : undefined;
  return {
    role: 'assistant',
    content,
    ...(members !== undefined && hasMembers(members) ? { members } : {}),
    tool_calls: message.toolCalls.map((call, index) => ({
      id: callId(call, getsMembers),
      type: 'function',
      ...(getsMembers && call.members !== undefined ? { members: call.members } : {}),
      function: {
        name: wireToolName(call.name),
        arguments: wireArguments(call.argumentsText, results[index] ?? null, omissions),
      },
    })),
  };
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** The message's text, with the parts of the page that it mentions. */
function withParts({ content, parts, nonce }: UserMessage): string {
  if (parts === undefined || parts.length === 0) return content;
  return `${content}\n\n${pageDataBlock('mentioned-parts', nonce, mentionedPartsText(parts))}`;
}

/** Adds to a text the page changes of its message, and the page state if this message carries it. */
function withPage(text: string, news: PageNews | null, messageId: string, run: Run | null): string {
  const parts = [text];
  if (news !== null && news.changes.length > 0) {
    parts.push(pageDataBlock('changes-since-last-message', news.nonce, changeLines(news.changes)));
  }
  if (run !== null && messageId === stateCarrier(run)) parts.push(run.contextText);
  // Some endpoints reject an empty text.
  return parts.filter((part) => !isBlank(part)).join('\n\n');
}

/**
 * Longest arguments of a refused call that are sent again, in UTF-16 units. Longer ones would cost tokens in
 * each request without use.
 */
export const MAX_REFUSED_ARGUMENTS_LENGTH = 20_000;

/**
 * Strict endpoints reject a call whose arguments are not a JSON object. The stored call and its result keep
 * the original text.
 */
function wireArguments(text: string, result: ToolMessage | null, omissions: OmissionCount): string {
  if (text.length > MAX_REFUSED_ARGUMENTS_LENGTH && result !== null && isRefused(result.result)) {
    omissions.add({ what: 'arguments', reason: 'refused-call' }, 1, []);
    return JSON.stringify({ left_out: `${text.length} characters of arguments: the call was refused` });
  }
  const read = readArguments(text);
  if (read === null) return '{}';
  return read.repairs.length === 0 ? text : JSON.stringify(read.value);
}
