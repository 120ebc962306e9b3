import { z } from 'zod';
import { parseJson } from '../parse-json';
import type { ToolCall } from './demo-reply';
import type { DemoMessage } from './demo-request';
import { type PageState, readPageState } from './read-page-state';
import { readAnswer } from './read-sentence';

/** A call of an earlier answer, with its result; `code` is the error code of a failure, if it has one. */
export interface MadeCall {
  call: ToolCall;
  result: { success: boolean; code: string | null; message: string; data: Record<string, unknown> };
}

/** The parsed messages of a request. */
export interface Conversation {
  /** The user's request; empty if no message contains text of theirs. */
  text: string;
  /** The providers that the user named when the model asked which provider `text` is about. */
  answer: string[] | null;
  page: PageState | null;
  /** Calls since the request. */
  made: MadeCall[];
}

const jsonObject = z.record(z.string(), z.unknown());
const toolResult = z.object({
  success: z.boolean(),
  message: z.string().optional(),
  /** Replaces the message of a call that could not be parsed. */
  error: z.string().optional(),
  data: jsonObject.default({}),
  error_code: z.string().nullable().default(null),
});

/** A block of page data. Page text cannot end it, since the page does not know the nonce. */
const BLOCK = /<([a-z][a-z-]*) id="([^"\n]+)">\n([\s\S]*?)<\/\1 id="\2">/g;
/**
 * Steward's events and requests, which are not the user's words. An event with its own text may have several
 * paragraphs, so everything after it is removed too.
 */
const EVENT = /^\[(?:event from (?:page\] The page changed\.$|[\s\S]*)|request from steward\][\s\S]*)/gm;

export function readConversation(messages: readonly DemoMessage[]): Conversation {
  const page = readPage(messages);
  const sentences = messages.flatMap(({ role, content }, at) => {
    const text = role === 'user' ? ownWords(content ?? '') : '';
    return text === '' ? [] : [{ text, at }];
  });
  const [before, last] = [sentences.at(-2), sentences.at(-1)];
  const asked = readCalls(messages.slice(before?.at ?? 0, last?.at)).at(-1)?.call.name === 'ask_user';
  const answer = asked && page !== null ? readAnswer(last?.text ?? '', page.providers) : null;
  const request = answer === null ? last : before;
  const made = readCalls(messages.slice(request?.at ?? 0));
  return { text: request?.text ?? '', answer, page, made };
}

/** The user's own text: a message without page data and events. */
export function ownWords(content: string): string {
  return content.replaceAll(BLOCK, '').replaceAll(EVENT, '').trim();
}

function readPage(messages: readonly DemoMessage[]): PageState | null {
  const states = messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => [...(content ?? '').matchAll(BLOCK)])
    .filter(([, tag]) => tag === 'page-state');
  const [, , , body = ''] = states.at(-1) ?? [];
  return body.startsWith('window_type: model_filter\n') ? readPageState(body) : null;
}

/**
 * The calls in these messages, in order. Pairs a call with its result by id only up to the next answer, since some
 * endpoints reuse ids.
 */
function readCalls(messages: readonly DemoMessage[]): MadeCall[] {
  return messages.flatMap(({ role, tool_calls: calls = [] }, at) => {
    if (role !== 'assistant') return [];
    const end = messages.findIndex((message, next) => next > at && message.role !== 'tool');
    const results = messages.slice(at + 1, end < 0 ? undefined : end);
    return calls.map(({ id, function: { name, arguments: text } }): MadeCall => {
      const found = results.findIndex((result) => result.tool_call_id === id);
      const [result] = found < 0 ? [] : results.splice(found, 1);
      const values = jsonObject.safeParse(parseJson(text)).data ?? { unreadable: text };
      return { call: { name, arguments: values }, result: readResult(result?.content ?? '') };
    });
  });
}

/** Parses a tool message: its first line is the result, the rest is about the page. */
function readResult(content: string): MadeCall['result'] {
  const { data: result } = toolResult.safeParse(parseJson(content.split('\n', 1)[0] ?? ''));
  const message = result?.message ?? result?.error;
  if (message !== undefined && result !== undefined) return { ...result, message, code: result.error_code };
  const unknown = 'No readable result arrived, so I can’t tell whether it happened. Look at the page.';
  return { success: false, code: null, message: unknown, data: {} };
}

/** A key that is equal for calls of the same tool with the same arguments. */
export function callKey({ name, arguments: values }: ToolCall): string {
  const sorted = Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([name, sorted]);
}
