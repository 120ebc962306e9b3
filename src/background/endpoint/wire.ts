import type { AIRequest, AIStreamChunk } from '@/src/core/llm/ai-service';
import type { ReaderDeps, StreamReader } from '@/src/core/llm/stream-reader';
import type { Adaptation } from './adaptations';

/** One of the APIs that endpoints have for the same purpose. */
export interface Wire {
  /** Path of its requests, relative to the connection's base URL. */
  path: string;
  /** The body of a request, without the member `stream`. Members without a value are not sent. */
  body(request: AIRequest, adaptations: ReadonlySet<Adaptation>): object;
  createReader(deps: ReaderDeps): StreamReader;
  /** The chunks of an answer that wasn't streamed; null if the text isn't an answer. */
  readWhole(text: string, deps: ReaderDeps): AIStreamChunk[] | null;
}

/** The members of an object that have a value. */
export function withValues(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value != null));
}
