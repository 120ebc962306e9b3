import { z } from 'zod';
import type { AIStreamChunk } from './ai-service';
import { firstIssueOf, listOf } from './answer-fields';
import { answerSchema, choiceFields, chunksOf, eventFields } from './read-answer';
import { unreadableError } from './transport-error';

const eventSchema = z.object({
  choices: listOf(z.object({ delta: answerSchema.nullish(), ...choiceFields })).nullish(),
  ...eventFields,
});

/**
 * Converts one event of a chat completion stream to chunks, in the order reasoning, content, calls, finish,
 * usage. Empty if the event has none of these.
 *
 * @param host the endpoint, for the error message
 * @throws StewardError `protocol` if a field of the answer has the wrong type; unknown fields are ignored
 */
export function readStreamEvent(event: unknown, host: string): AIStreamChunk[] {
  const parsed = eventSchema.safeParse(event);
  if (!parsed.success) throw unreadableError(host, firstIssueOf(parsed.error));
  return chunksOf(parsed.data, (choice) => choice.delta);
}
