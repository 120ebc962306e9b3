import { z } from 'zod';
import type { AIStreamChunk } from './ai-service';
import { createAnswerRestarts } from './answer-restarts';
import { readStreamEvent } from './read-stream-event';
import { createThinkTags } from './think-tags';

/** Reads the events of one stream, in order. */
export interface StreamReader {
  /** The chunks of an event. Throws `protocol` for an event that can't be parsed. */
  read(event: unknown): AIStreamChunk[];
  /**
   * The chunks that were held back. Call once, after the last event. Throws `protocol` if the stream may hold
   * two answers.
   */
  end(): AIStreamChunk[];
}

const word = z.union([z.string(), z.number()]).nullish().catch(null);

/**
 * The fields that assign an event to an answer. Invalid values count as missing, so that they don't fail the
 * answer.
 */
const addressSchema = z.object({
  id: word,
  choices: z
    .array(z.object({ delta: z.object({ role: word }).nullish().catch(null) }).catch({ delta: null }))
    .nullish()
    .catch(null),
});

/** @param host the endpoint, for error messages */
export function createStreamReader(host: string): StreamReader {
  const restarts = createAnswerRestarts();
  const thinkTags = createThinkTags();
  const split = (chunks: AIStreamChunk[]) => chunks.flatMap((chunk) => thinkTags.add(chunk));
  return {
    read(event) {
      const chunks = readStreamEvent(event, host);
      const { id, choices } = addressSchema.catch({ id: null, choices: null }).parse(event);
      const [first] = choices ?? [];
      // Events without choices, such as the one with the usage, belong to no particular answer.
      const answerId = first === undefined || id === '' ? null : (id ?? null);
      return split(
        restarts.add({
          id: answerId === null ? null : String(answerId),
          hasRole: Boolean(first?.delta?.role),
          chunks,
        }),
      );
    },
    end() {
      restarts.end();
      return thinkTags.end();
    },
  };
}
