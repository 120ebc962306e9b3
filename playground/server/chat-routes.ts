import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import type { DemoReply } from '../demo-model/demo-reply';
import { type DemoRequest, demoRequest } from '../demo-model/demo-request';
import { detailError, type OpenAiError, openAiError } from './api-errors';
import type { Catalogue } from './catalogue';
import { createCompletion } from './completion';
import { DEMO_MODEL_ID, DEMO_MODEL_PREFIX } from './demo-model-card';
import { readBody } from './read-body';
import { forwardChat, forwardedRequest } from './upstream/forward-chat';
import type { Upstream } from './upstream/upstream';
import { writeCompletion } from './write-completion';

interface ChatDeps {
  catalogue: Catalogue;
  /** Answers for all models but the demo model; null without an upstream. */
  upstream: Upstream | null;
  composeReply: (request: DemoRequest) => DemoReply;
  latencyMs: number;
}

const chatRequest = demoRequest.extend({ stream: z.boolean().nullish() });

/** OpenAI's chat completions, streamed or not, answered by the demo model or by the upstream. */
export function createChatRoutes(deps: ChatDeps): Hono {
  const routes = new Hono();

  routes.post('/chat/completions', async (context) => {
    const { upstream } = deps;
    const asked = upstream === null ? null : await readBody(context.req, forwardedRequest);
    if (upstream !== null && asked?.ok === true && !asked.value.model.startsWith(DEMO_MODEL_PREFIX)) {
      return forwardChat(context, asked.value, upstream);
    }
    const body = await readBody(context.req, chatRequest);
    if (!body.ok) {
      const { problem: message, field: param } = body;
      return openAiError(context, 400, { message, type: 'invalid_request_error', param, code: null });
    }
    const { stream, ...request } = body.value;
    const { model } = request;
    if (model !== DEMO_MODEL_ID) {
      // The real proxy's message. It refuses only unknown providers: rules hide models from its list, not from chats.
      const [provider = ''] = model.split('/');
      return deps.catalogue.idsOf(provider) === null
        ? detailError(
            context,
            400,
            `Invalid Request: Invalid model format or no credentials for provider: ${provider}`,
          )
        : openAiError(context, 400, modelNotAvailable(model));
    }
    const nowS = Math.floor(Date.now() / 1000);
    const completion = createCompletion(request, deps.composeReply(request), nowS, newId);
    if (stream !== true) return context.json(completion);
    return streamSSE(context, (sse) => writeCompletion(sse, completion, deps.latencyMs));
  });

  return routes;
}

function modelNotAvailable(id: string): OpenAiError {
  return {
    message: `The playground has no upstream for ${id}: it only lists it. Use ${DEMO_MODEL_ID} instead.`,
    type: 'invalid_request_error',
    param: 'model',
    code: 'model_not_available',
  };
}

function newId(): string {
  return randomUUID().replaceAll('-', '');
}
