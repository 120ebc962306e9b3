import { z } from 'zod';
import type { AIStreamChunk } from './ai-service';
import { firstIssueOf, listOf, textOrNumber } from './answer-fields';
import {
  answerSchema,
  choiceFields,
  chunksOf,
  chunksOfAnswer,
  createChoiceReader,
  eventFields,
} from './read-answer';
import { createUsageReader } from './read-usage';
import { unreadableError } from './transport-error';

const answer = answerSchema.nullish();
const eventSchema = z.object({
  // An invalid id counts as missing, so that it doesn't fail the answer.
  id: textOrNumber.catch(null),
  choices: listOf(z.object({ delta: answer, message: answer.catch(null), ...choiceFields })).nullish(),
  ...eventFields,
});

/** One event of a streamed answer. */
export interface AnswerEvent {
  /** The endpoint's id of the answer; null if the event has none. */
  id: string | null;
  /** True if the event has the field `role`, which endpoints send in the first event of an answer. */
  hasRole: boolean;
  /** True if the event has a choice. The event with the usage of the whole answer has none at most servers. */
  hasChoice: boolean;
  chunks: AIStreamChunk[];
}

/**
 * Reads the events of one chat completion stream, in order: each is converted to chunks, in the order
 * members, reasoning, content, calls, finish, usage. Empty if the event has none of these.
 *
 * A few servers send the answer as the `message` of a choice. Others send a whole message after the pieces,
 * which would repeat them.
 *
 * @param host the endpoint, for the error message
 * @throws StewardError `protocol` if a field of the answer has the wrong type; unknown fields are ignored
 */
export function createStreamEventReader(host: string): (event: unknown) => AnswerEvent {
  const readUsage = createUsageReader();
  const choiceOf = createChoiceReader();
  let hasDeltas = false;
  return (event) => {
    const parsed = eventSchema.safeParse(event);
    if (!parsed.success) throw unreadableError(host, firstIssueOf(parsed.error));
    const choice = choiceOf(parsed.data.choices);
    return {
      // Events without choices, such as the one with the usage, belong to no particular answer.
      id: choice === undefined ? null : parsed.data.id,
      hasRole: Boolean(choice?.delta?.role),
      hasChoice: choice !== undefined,
      chunks: chunksOf(choice, parsed.data, readUsage, ({ delta, message }) => {
        const chunks = chunksOfAnswer(delta);
        hasDeltas ||= chunks.length > 0;
        return hasDeltas ? chunks : chunksOfAnswer(message);
      }),
    };
  };
}
