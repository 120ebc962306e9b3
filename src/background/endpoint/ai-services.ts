import type { AIService } from '@/src/core/llm/ai-service';
import { createRequestQueue } from '@/src/core/llm/request-queue';
import { throttled } from '@/src/core/llm/throttled-service';
import { withoutKeys } from '@/src/core/llm/without-keys';
import type { Logger } from '@/src/core/logging/log-entry';
import type { Clock, Timer } from '@/src/core/ports/clock';
import type { ImageStore } from '../storage/image-store';
import { DEFAULT_TIME_LIMITS_MS } from './endpoint-fetch';
import { createOpenAIService } from './openai-service';
import { withImages } from './with-images';

/** The services for language models: one for chats, whose requests wait for their turn, and one for tests of connections. */
export function createAIServices(deps: {
  images: Pick<ImageStore, 'urlsOf'>;
  clock: Clock;
  timer: Timer;
  logger: Logger;
}): {
  ai: AIService;
  unthrottled: AIService;
} {
  const openai = createOpenAIService({
    fetch: (input, init) => fetch(input, init),
    ...DEFAULT_TIME_LIMITS_MS,
    onSkipped: (host, excerpt) =>
      deps.logger.debug('endpoint.skipped', `An event of ${host} isn't part of its answer and was skipped.`, {
        data: { event: excerpt },
      }),
  });
  const ai = throttled(withImages(openai, deps.images), createRequestQueue(deps));
  return { ai: withoutKeys(ai), unthrottled: withoutKeys(openai) };
}
