import { z } from 'zod';
import type { AIStreamChunk } from './ai-service';
import { readFinishReason } from './read-finish-reason';
import { readUsage } from './read-usage';

const text = z.string().nullish();

/** Far above what any server counts to, and far below where adding one stops being exact. */
const MAX_CALL_INDEX = 1_000_000;

const callSchema = z.object({
  index: z.int().nonnegative().max(MAX_CALL_INDEX).nullish(),
  id: text,
  function: z.object({ name: text, arguments: text }).nullish(),
});

/** In place of a text some reasoning models send a list: parts with `text`, and parts with `thinking` as a list again. */
const contentPartSchema = z.object({ text, thinking: z.array(z.object({ text })).nullish() });

/** An answer, or a piece of one: streams and whole responses have the same fields. */
export const answerSchema = z.object({
  content: z.union([z.string(), z.array(contentPartSchema)]).nullish(),
  // Two spellings of the same thing; servers that send both send the same text in both.
  reasoning_content: text,
  reasoning: text,
  tool_calls: z.array(callSchema).nullish(),
});

/** What a choice has beside its answer. Usage is read apart: an odd one costs nobody the answer. */
export const choiceFields = {
  index: z.int().nullish(),
  finish_reason: text,
  usage: z.unknown().optional(),
};

/** What an event or a whole response has beside its choices. */
export const eventFields = { usage: z.unknown().optional(), timings: z.unknown().optional() };

interface ReadChoice {
  index?: number | null | undefined;
  finish_reason?: string | null | undefined;
  usage?: unknown;
}

/**
 * The first of the choices and the usage as chunks, in the order reasoning, content, calls, finish, usage. Steward
 * asks for one choice: a second one would be mixed into the first.
 *
 * @param answerOf where in a choice the answer is
 */
export function chunksOf<Choice extends ReadChoice>(
  read: { choices?: readonly Choice[] | null | undefined; usage?: unknown; timings?: unknown },
  answerOf: (choice: Choice) => z.infer<typeof answerSchema> | null | undefined,
): AIStreamChunk[] {
  const choice = read.choices?.find(({ index }) => (index ?? 0) === 0);
  // One provider has the usage inside the choice.
  const usage = readUsage(read) ?? readUsage({ usage: choice?.usage });
  return [
    ...(choice === undefined ? [] : chunksOfAnswer(answerOf(choice) ?? {})),
    ...(choice?.finish_reason
      ? [{ type: 'finish', reason: readFinishReason(choice.finish_reason) } as const]
      : []),
    ...(usage === null ? [] : [usage]),
  ];
}

function chunksOfAnswer(answer: z.infer<typeof answerSchema>): AIStreamChunk[] {
  const { content, tool_calls: calls } = answer;
  const parts = typeof content === 'string' ? [{ text: content }] : (content ?? []);
  const thoughts = parts.flatMap((part) => part.thinking ?? []);
  const reasoning = answer.reasoning_content || answer.reasoning || joined(thoughts);
  const words = joined(parts);
  return [
    ...(reasoning ? [{ type: 'reasoning', text: reasoning } as const] : []),
    ...(words ? [{ type: 'content', text: words } as const] : []),
    ...(calls ?? []).map(
      (call): AIStreamChunk => ({
        type: 'tool-call-part',
        index: call.index ?? null,
        id: call.id || null,
        name: call.function?.name || null,
        argumentsText: call.function?.arguments ?? '',
      }),
    ),
  ];
}

function joined(parts: readonly { text?: string | null | undefined }[]): string {
  return parts.map((part) => part.text ?? '').join('');
}
