import { z } from 'zod';
import { isJsonObject, type JsonObject } from '@/src/schema/values/json';
import type { AIStreamChunk } from './ai-service';
import {
  argumentsText,
  contentIn,
  finishReasonIn,
  index,
  listOf,
  textIn,
  textOrNumber,
} from './answer-fields';
import { answerTooLargeError, MAX_CALLS_LENGTH } from './answer-limits';
import { hasMembers, unknownMembers, unknownMembersOfCall } from './members';
import { readFinishReason } from './read-finish-reason';
import type { UsageReader } from './read-usage';

function fieldOf<Value>(read: (value: unknown) => Value) {
  return z.unknown().optional().transform(read);
}

const functionSchema = z.object({ name: z.string().nullish(), arguments: argumentsText });

const membersField = z.custom<JsonObject>();

const callSchema = z.preprocess(
  (call) => (isJsonObject(call) ? { ...call, members: unknownMembersOfCall(call) } : call),
  z.object({ index, id: textOrNumber, function: functionSchema.nullish(), members: membersField }),
);

const answerFields = z.object({
  // An invalid role counts as missing, so that it doesn't fail the answer.
  role: textOrNumber.catch(null),
  content: fieldOf(contentIn),
  // Two spellings of the same field; servers that send both send the same text in both.
  reasoning_content: fieldOf(textIn),
  reasoning: fieldOf(textIn),
  /** Sent instead of content. */
  refusal: fieldOf(textIn),
  audio: fieldOf(textIn),
  tool_calls: z
    .preprocess(
      (value) => value || null,
      z.union([listOf(callSchema), callSchema.transform((call) => [call])]).nullable(),
    )
    .optional(),
  /** The deprecated form with one call. */
  function_call: functionSchema.nullish(),
  members: membersField,
});

/**
 * An answer or one piece of it: streams and complete responses have the same fields. A field that can't be read counts
 * as missing. Calls are an exception and fail the answer, because an answer that lacks one of its calls would be wrong.
 */
export const answerSchema = z.preprocess(
  (answer) => (isJsonObject(answer) ? { ...answer, members: unknownMembers(answer) } : answer),
  answerFields,
);

/**
 * Fields of a choice beside its answer. Usage is parsed separately, so that an invalid one doesn't fail the
 * answer.
 */
export const choiceFields = {
  index: index.catch(null),
  finish_reason: fieldOf(finishReasonIn),
  native_finish_reason: fieldOf(finishReasonIn),
  usage: z.unknown().optional(),
};

/** Fields of an event or a whole response beside its choices. */
export const eventFields = { usage: z.unknown().optional(), timings: z.unknown().optional() };

interface ReadChoice {
  index: number | null;
  finish_reason: string;
  native_finish_reason: string;
  usage?: unknown;
}

/**
 * Returns a function that selects one choice from each event of an answer. Steward requests one choice; if a server
 * sends several, their texts must not be mixed. Selects the choice with the index 0. If the first event with choices
 * has no index 0, selects its first choice, and that index from then on.
 */
export function createChoiceReader() {
  let chosen: number | null = null;
  return <Choice extends ReadChoice>(choices: readonly Choice[] | null | undefined): Choice | undefined => {
    const found =
      choices?.find(({ index }) => (index ?? 0) === (chosen ?? 0)) ??
      (chosen === null ? choices?.[0] : undefined);
    if (found !== undefined) chosen = found.index ?? 0;
    return found;
  };
}

/**
 * Converts a choice and the usage to chunks, in the order members, reasoning, content, calls, finish, usage.
 *
 * @param answerIn returns the chunks of the answer within a choice
 */
export function chunksOf<Choice extends ReadChoice>(
  choice: Choice | undefined,
  read: { usage?: unknown; timings?: unknown },
  readUsage: UsageReader,
  answerIn: (choice: Choice) => AIStreamChunk[],
): AIStreamChunk[] {
  // One provider puts the usage inside the choice.
  const usage = readUsage({ usage: choice?.usage }, read);
  return [
    ...(choice === undefined ? [] : answerIn(choice)),
    ...(choice?.finish_reason ? [{ type: 'finish', ...reasonOf(choice) } as const] : []),
    ...(usage === null ? [] : [usage]),
  ];
}

/** OpenRouter writes `stop` for a refusal of its provider, whose reason is in the other field. */
function reasonOf({ finish_reason: reason, native_finish_reason: native }: ReadChoice) {
  const own = readFinishReason(native);
  return own.reason === 'content_filter' ? own : readFinishReason(reason);
}

/** The chunks of an answer or a piece of one. Its reasoning is after its text: with both, the model still thinks. */
export function chunksOfAnswer(answer: z.infer<typeof answerSchema> | null | undefined): AIStreamChunk[] {
  if (!answer) return [];
  const reasoningText = answer.reasoning_content || answer.reasoning || answer.content.reasoning;
  const contentText = answer.content.content + answer.refusal + answer.audio;
  return [
    ...(hasMembers(answer.members) ? [{ type: 'members', members: answer.members } as const] : []),
    ...(contentText ? [{ type: 'content', text: contentText } as const] : []),
    ...(reasoningText ? [{ type: 'reasoning', text: reasoningText } as const] : []),
    ...callsOf(answer).map(
      (call): AIStreamChunk => ({
        type: 'tool-call-part',
        index: call.index,
        id: call.id,
        name: call.function?.name || null,
        argumentsText: withinLimit(call.function?.arguments ?? ''),
        ...(hasMembers(call.members) ? { members: call.members } : {}),
      }),
    ),
  ];
}

/** Checked this early because the following steps read arguments character by character. */
function withinLimit(argumentsText: string): string {
  if (argumentsText.length > MAX_CALLS_LENGTH) throw answerTooLargeError('calls');
  return argumentsText;
}

/** Servers that send both forms send the same call in both. */
function callsOf({ tool_calls: calls, function_call: older }: z.infer<typeof answerSchema>) {
  if (calls && calls.length > 0) return calls;
  return older ? [{ index: 0, id: null, function: older, members: {} }] : [];
}
