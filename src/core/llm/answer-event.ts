import type { AIStreamChunk } from './ai-service';
/** What one event of a stream says of the answer that it belongs to, with its chunks. */
export interface AnswerEvent {
  /** Null if it has none. */
  id: string | null;
  /** Whether it has a role, as the first event of an answer does. */
  hasRole: boolean;
  chunks: AIStreamChunk[];
}
