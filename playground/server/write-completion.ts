import { setTimeout as wait } from 'node:timers/promises';
import type { SSEStreamingApi } from 'hono/streaming';
import { type Completion, completionChunks } from './completion';

/**
 * Writes a completion as server-sent events, pausing `latencyMs` between two chunks, with `[DONE]` at the end. Resolves
 * when everything is written, or as soon as the client has disconnected.
 */
export async function writeCompletion(
  sse: SSEStreamingApi,
  completion: Completion,
  latencyMs: number,
): Promise<void> {
  const gone = new AbortController();
  sse.onAbort(() => gone.abort());
  try {
    for (const chunk of completionChunks(completion)) {
      await sse.writeSSE({ data: JSON.stringify(chunk) });
      await wait(latencyMs, undefined, { signal: gone.signal });
    }
    await sse.writeSSE({ data: '[DONE]' });
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
}
