import { z } from 'zod';
import type { DemoMessage, ToolCall } from './demo-reply';
import { parseJson } from './parse-json';

/**
 * What a call came to. `unreadable`: the tool's answer isn't in the agreed form; `missing`: there is no answer to it
 * in the request, so nobody knows.
 */
export type Outcome =
  | { kind: 'success'; message: string; data: Record<string, unknown> }
  | { kind: 'failure'; code: string; message: string; data: Record<string, unknown> }
  | { kind: 'unreadable'; text: string }
  | { kind: 'missing' };

/** A call that an earlier answer of the assistant made, with its outcome. */
export interface MadeCall {
  call: ToolCall;
  outcome: Outcome;
}

const jsonObject = z.record(z.string(), z.unknown());
const toolResult = z.object({
  success: z.boolean(),
  message: z.string().optional(),
  /** In place of the message, for a call that couldn't be run as written. */
  error: z.string().optional(),
  data: jsonObject.optional(),
  error_code: z.string().optional(),
});

/**
 * The calls in these messages, in order, each with its result. Ids pair them only up to the next answer of the
 * assistant, since many clients use the same ids again in each of them.
 */
export function readMadeCalls(messages: readonly DemoMessage[]): MadeCall[] {
  return messages.flatMap((message, at) => {
    if (message.role !== 'assistant') return [];
    const results = resultsAfter(messages, at);
    return (message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }): MadeCall => {
      const found = results.findIndex((result) => result.tool_call_id === id);
      const [result] = found < 0 ? [] : results.splice(found, 1);
      return {
        call: { name, arguments: readArguments(text) },
        outcome: result === undefined ? { kind: 'missing' } : readOutcome(result.content ?? ''),
      };
    });
  });
}

/** A text that is equal for calls of the same tool with the same arguments, whatever their order. */
export function callKey({ name, arguments: values }: ToolCall): string {
  const sorted = Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([name, sorted]);
}

/** Reads a tool message: its first line is the result, what follows tells about the page. */
export function readOutcome(content: string): Outcome {
  const line = content.split('\n', 1)[0] ?? '';
  const parsed = toolResult.safeParse(parseJson(line));
  if (!parsed.success) return { kind: 'unreadable', text: line };
  const { success, error, data = {}, error_code: code } = parsed.data;
  const message = parsed.data.message ?? error;
  if (message === undefined) return { kind: 'unreadable', text: line };
  if (success) return { kind: 'success', message, data };
  return code === undefined
    ? { kind: 'failure', code: 'unnamed', message, data }
    : { kind: 'failure', code, message, data };
}

/** A list of names in a result's data, with `KEY_total` where the tool cut it and `KEY_left_out` where it was cut on its way; null when the data holds no such list. */
export function nameListOf(
  data: Record<string, unknown>,
  key: string,
): { names: string[]; total: number } | null {
  const value = Object.hasOwn(data, key) ? data[key] : undefined;
  if (!Array.isArray(value)) return null;
  const names = value.filter((entry) => typeof entry === 'string');
  const total = data[`${key}_total`];
  if (typeof total === 'number') return { names, total };
  const leftOut = data[`${key}_left_out`];
  return { names, total: names.length + (typeof leftOut === 'number' ? leftOut : 0) };
}

function resultsAfter(messages: readonly DemoMessage[], at: number): DemoMessage[] {
  const rest = messages.slice(at + 1);
  const end = rest.findIndex((message) => message.role !== 'tool');
  return end < 0 ? rest : rest.slice(0, end);
}

function readArguments(text: string): Record<string, unknown> {
  const parsed = jsonObject.safeParse(parseJson(text));
  // The key keeps the call apart from every planned one: nothing that was planned lacks readable arguments.
  return parsed.success ? parsed.data : { unreadable: text };
}
