import { z } from 'zod';
import type { AIStreamChunk } from './ai-service';
import { createAnswerRestarts } from './answer-restarts';
import { readStreamEvent } from './read-stream-event';
import { createThinkTags } from './think-tags';

/** Reads the events of one stream, in their order. */
export interface StreamReader {
  /** The chunks that an event brings. Throws `protocol` for an event that can't be read. */
  read(event: unknown): AIStreamChunk[];
  /**
   * The chunks that were held back; to be called once, after the last event. Throws `protocol` if the stream may hold two
   * answers.
   */
  end(): AIStreamChunk[];
}

const word = z.union([z.string(), z.number()]).nullish().catch(null);

/** Where an event belongs. Odd values count as none: they cost nobody the answer. */
const addressSchema = z.object({
  id: word,
  choices: z
    .array(z.object({ delta: z.object({ role: word }).nullish().catch(null) }).catch({ delta: null }))
    .nullish()
    .catch(null),
});

/** @param host the endpoint, for the errors' sentences */
export function createStreamReader(host: string): StreamReader {
  const restarts = createAnswerRestarts();
  const thinkTags = createThinkTags();
  const split = (chunks: AIStreamChunk[]) => chunks.flatMap((chunk) => thinkTags.add(chunk));
  return {
    read(event) {
      const chunks = readStreamEvent(event, host);
      const { id, choices } = addressSchema.catch({ id: null, choices: null }).parse(event);
      const [first] = choices ?? [];
      // Events without choices, such as the one with the usage, belong to no answer.
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
