import { z } from 'zod';
import type { AIStreamChunk } from './ai-service';
import { firstIssueOf, listOf } from './answer-fields';
import { ANSWER_BOUNDS, parseJson } from './parse-json';
import {
  answerSchema,
  choiceFields,
  chunksOf,
  chunksOfAnswer,
  createChoiceReader,
  eventFields,
} from './read-answer';
import { createUsageReader } from './read-usage';
import { createThinkTags } from './think-tags';
import { unreadableError } from './transport-error';

const completionSchema = z.object({
  choices: listOf(z.object({ message: answerSchema.nullish(), ...choiceFields })),
  ...eventFields,
});

/**
 * Converts a chat completion that wasn't streamed to the chunks that a stream would have had, in the order members,
 * reasoning, content, calls, finish, usage. Null if the text isn't a chat completion.
 *
 * @param host the endpoint, for the error message
 * @throws StewardError `protocol` if a field of the chat completion has the wrong type
 */
export function readCompletion(body: string, host: string): AIStreamChunk[] | null {
  const value = parseJson(body, ANSWER_BOUNDS);
  if (!z.object({ choices: z.array(z.unknown()) }).safeParse(value).success) return null;
  const parsed = completionSchema.safeParse(value);
  if (!parsed.success) throw unreadableError(host, firstIssueOf(parsed.error));
  const choice = createChoiceReader()(parsed.data.choices);
  const chunks = chunksOf(choice, parsed.data, createUsageReader(), ({ message }) =>
    chunksOfAnswer(
      // Each entry is a separate call, even with a repeated index or id.
      message && { ...message, tool_calls: message.tool_calls?.map((call, index) => ({ ...call, index })) },
    ),
  );
  const thinkTags = createThinkTags();
  return [...chunks.flatMap((chunk) => thinkTags.add(chunk)), ...thinkTags.end()];
}
