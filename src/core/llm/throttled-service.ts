import { isStewardError } from '../errors';
import type { AIService } from './ai-service';
import type { QueuePlace, RequestQueue } from './request-queue';
import { MAX_RETRY_WAIT_MS } from './retry-policy';
import { abortedError } from './transport-error';

/**
 * Decorates a service: limits the number of requests in flight to each endpoint, and sends none for a model while the endpoint
 * requests a wait, which ends once the model answers. The list of models bypasses the queue: the panel needs it at once, and endpoints answer it quickly.
 */
export function throttled(ai: AIService, queue: RequestQueue): AIService {
  return {
    listModels: (endpoint, signal) => ai.listModels(endpoint, signal),

    async *stream(endpoint, request, signal) {
      const url = URL.canParse(endpoint.baseUrl) ? new URL(endpoint.baseUrl) : null;
      if (url === null) {
        // The service rejects such an address with its own error.
        yield* ai.stream(endpoint, request, signal);
        return;
      }
      const place = queue.join(url.origin, request.chatId, request.model);
      try {
        yield* waiting(place, url.host, signal);
        let isAnswering = false;
        for await (const chunk of ai.stream(endpoint, request, signal)) {
          if (!isAnswering) queue.free(url.origin, request.model);
          isAnswering = true;
          yield chunk;
        }
      } catch (error) {
        const waitMs = isStewardError(error) ? error.report?.retryAfterMs : null;
        // A longer wait isn't held: this chat fails at once, and so does each other chat that gets the same answer.
        if (typeof waitMs === 'number' && waitMs <= MAX_RETRY_WAIT_MS) {
          void queue.hold(url.origin, waitMs, request.chatId, request.model);
        }
        throw error;
      } finally {
        place.leave();
      }
    },
  };
}

async function* waiting(place: QueuePlace, host: string, signal: AbortSignal) {
  let isDelayed = false;
  for (let wait = place.wait(); wait !== null; wait = place.wait()) {
    isDelayed = true;
    yield { type: 'queued', ...wait } as const;
    // This wait fails only if the signal aborts.
    await place.change(signal).catch(() => {
      throw abortedError(host, signal);
    });
  }
  if (isDelayed) yield { type: 'sent' } as const;
}
