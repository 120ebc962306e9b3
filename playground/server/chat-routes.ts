import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { DemoReply, DemoRequest } from '../demo-model/demo-reply';
import { type OpenAiError, openAiError } from './api-errors';
import type { Catalogue } from './catalogue';
import { chatRequest, toDemoRequest } from './chat-request';
import { createCompletion, toCompletionJson } from './completion';
import { DEMO_MODEL_ID, DEMO_MODEL_PREFIX } from './demo-model-card';
import { modelNotFound } from './model-not-found';
import { readBody } from './read-body';
import type { RulesInForce } from './rules-in-force';
import { forwardChat, forwardedRequest } from './upstream/forward-chat';
import type { Upstream } from './upstream/upstream';
import { isHidden } from './visible-models';
import { writeCompletion } from './write-completion';

interface ChatDeps {
  catalogue: Catalogue;
  rules: RulesInForce;
  /** Answers for all other models; null if there is none. */
  upstream: Upstream | null;
  planReply: (request: DemoRequest) => DemoReply;
  latencyMs: number;
}

/** OpenAI's chat completions, streamed or not, answered by the demo model or by the upstream. */
export function createChatRoutes(deps: ChatDeps): Hono {
  const routes = new Hono();

  routes.post('/chat/completions', async (context) => {
    const { upstream } = deps;
    const asked = upstream === null ? null : await readBody(context.req, forwardedRequest);
    if (upstream !== null && asked?.ok === true && !asked.value.model.startsWith(DEMO_MODEL_PREFIX)) {
      const filters = await deps.rules.read();
      return forwardChat(context, asked.value, { upstream, filters });
    }
    const body = await readBody(context.req, chatRequest);
    if (!body.ok) {
      const { problem: message, field: param } = body;
      return openAiError(context, 400, { message, type: 'invalid_request_error', param, code: null });
    }
    const { model, stream } = body.value;
    if (model !== DEMO_MODEL_ID) {
      const filters = await deps.rules.read();
      const isListed = deps.catalogue.find(model) !== null && !isHidden(filters, model);
      return isListed
        ? openAiError(context, 400, modelNotAvailable(model))
        : openAiError(context, 404, modelNotFound(model));
    }
    const request = toDemoRequest(body.value);
    const nowS = Math.floor(Date.now() / 1000);
    const completion = createCompletion(request, deps.planReply(request), nowS, newId);
    if (stream !== true) return context.json(toCompletionJson(completion));
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
