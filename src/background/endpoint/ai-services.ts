import { textError } from '@/src/core/errors';
import type { AIRequest, AIService } from '@/src/core/llm/ai-service';
import { createRequestQueue } from '@/src/core/llm/request-queue';
import { throttled } from '@/src/core/llm/throttled-service';
import { notAllowedError } from '@/src/core/llm/transport-error';
import { withoutKeys } from '@/src/core/llm/without-keys';
import type { Logger } from '@/src/core/logging/log-entry';
import { logFailure } from '@/src/core/logging/log-failure';
import type { Clock, Timer } from '@/src/core/ports/clock';
import type { Endpoint, WireName } from '@/src/core/records/endpoint';
import { allowsAddress, type ManagedPolicy } from '@/src/schema/values/managed-policy';
import { say } from '@/src/schema/values/said';
import type { StewardDatabase } from '@/src/store/db';
import type { SiteAccess } from '../sites/site-access';
import type { ImageStore } from '../storage/image-store';
import { noteWire } from '../storage/wire-notes';
import { DEFAULT_TIME_LIMITS_MS } from './endpoint-fetch';
import { createOpenAIService } from './openai-service';
import { createOriginRules } from './origin-rules';

/** Creates two services for language models: a throttled one for chats, and an unthrottled one for connection tests, with the API that a model uses. */
export function createAIServices(deps: {
  policy(): Promise<ManagedPolicy>;
  access: Pick<SiteAccess, 'isGranted'>;
  images: Pick<ImageStore, 'urlsOf'>;
  db: StewardDatabase;
  clock: Clock;
  timer: Timer;
  logger: Logger;
}): {
  ai: AIService;
  unthrottled: AIService;
  wireOf(endpoint: Endpoint, model: string): Promise<WireName>;
} {
  const removeOrigin = createOriginRules();
  const openai = createOpenAIService({
    async fetch(input, init) {
      const url = input instanceof Request ? input.url : String(input);
      await removeOrigin(url).catch((error: unknown) => {
        // Most endpoints accept the request nevertheless; the others say why they don't.
        const text = 'The browser does not remove the Origin header from requests to the endpoint.';
        logFailure(deps.logger.warning, 'endpoint.origin', text, error);
      });
      return fetch(input, init);
    },
    async refusalOf(url) {
      const { origin } = new URL(url);
      const { allowedEndpoints } = await deps.policy();
      if (!allowsAddress(allowedEndpoints, url)) {
        return textError('managed', say('error.managed.endpoint', { origin }), { remedy: 'remedy.managed' });
      }
      return (await deps.access.isGranted(url)) ? null : notAllowedError(origin);
    },
    ...DEFAULT_TIME_LIMITS_MS,
    async onWire(endpoint, model, wire) {
      try {
        await noteWire(deps.db, endpoint, model, wire);
      } catch (error) {
        // The answer is valid all the same. After the worker's next start, the refusal repeats.
        logFailure(deps.logger.warning, 'endpoint.wire', 'The API of a model can’t be stored.', error);
      }
    },
    onSkipped: (host, excerpt) =>
      deps.logger.debug('endpoint.skipped', `An event of ${host} isn’t part of its answer and was skipped.`, {
        data: { event: excerpt },
      }),
  });
  const managed: AIService = {
    ...openai,
    async *stream(endpoint, request, signal) {
      yield* openai.stream(managedEndpoint(endpoint, await deps.policy()), request, signal);
    },
  };
  const ai = throttled(withImages(managed, deps.images), createRequestQueue(deps));
  return {
    ai: withoutKeys(ai),
    unthrottled: withoutKeys(managed),
    wireOf: async (endpoint, model) => openai.wireOf(managedEndpoint(endpoint, await deps.policy()), model),
  };
}

/** The endpoint with the settings that the organisation has set. */
export function managedEndpoint(endpoint: Endpoint, { connectionSettings }: ManagedPolicy): Endpoint {
  const { wire, ...waits } = connectionSettings;
  return {
    ...endpoint,
    ...(wire === undefined ? {} : { wire: wire ?? undefined }),
    waits: { firstPieceMs: null, pauseMs: null, ...endpoint.waits, ...waits },
  };
}

/**
 * Decorates a service: adds the image data to a request immediately before it is sent, so that recorded requests
 * contain no image data.
 */
export function withImages(ai: AIService, images: Pick<ImageStore, 'urlsOf'>): AIService {
  return {
    listModels: (endpoint, signal) => ai.listModels(endpoint, signal),
    async *stream(endpoint, request, signal) {
      const imageIds = imageIdsOf(request);
      if (imageIds.length === 0) {
        yield* ai.stream(endpoint, request, signal);
        return;
      }
      const imageUrls = await images.urlsOf(imageIds);
      yield* ai.stream(endpoint, { ...request, imageUrls }, signal);
    },
  };
}

function imageIdsOf({ messages }: AIRequest): string[] {
  const images = messages.flatMap((message) => (message.role === 'user' ? (message.images ?? []) : []));
  return [...new Set(images.map(({ id }) => id))];
}
