import type { AIStreamChunk } from './ai-service';
/** The id, role and chunks of one stream event. */
export interface AnswerEvent {
  /** Null if it has none. */
  id: string | null;
  /** True if it has a role, as the first event of an answer does. */
  hasRole: boolean;
  chunks: AIStreamChunk[];
}
