import type { ChatRequest, EndpointFamily, Refused } from './endpoint-family';
import { openAI } from './plain-families';
import { FULL_SHAPE, type ResponsesRoute, type StreamShape } from './responses-route';

const { mark, check, refuse } = openAI;

/** A family that answers chat completions as OpenAI does, where it answers them. */
function family(
  given: Pick<EndpointFamily, 'name' | 'needs' | 'sources'>,
  responses: Omit<ResponsesRoute, 'shape'>,
  shape: Partial<StreamShape>,
): EndpointFamily {
  return {
    ...given,
    learned: ['route'],
    mark,
    check,
    refuse,
    responses: { ...responses, shape: { ...FULL_SHAPE, ...shape } },
  };
}

/** Refuses tools in OpenAI's words. */
function refuseTools({ model, tools }: ChatRequest, hasEffort: boolean): Refused | null {
  if (tools === undefined || !hasEffort) return null;
  const message = `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`;
  const error = { message, type: 'invalid_request_error', param: 'reasoning_effort', code: null };
  return { status: 400, body: { error } };
}

const refuseRoute = (status: number, body: unknown) => () => ({ status, body });

const withEffort = family(
  {
    name: 'OpenAI, reasoning models with an effort',
    needs: 'The Responses API for tools with a reasoning effort; chat completions say so.',
    sources: [
      { url: 'https://github.com/openai/openai-openapi/issues/541', date: '2026-05-18' },
      { url: 'https://github.com/pipecat-ai/pipecat/issues/4043', date: '2026-03-16' },
    ],
  },
  {
    refuseChat: (request) => refuseTools(request, request.reasoning_effort !== undefined),
    needsEffort: true,
    needsReasoning: false,
    reasoning: 'encrypted',
  },
  {},
);

const stateless = family(
  {
    name: 'OpenAI, reasoning models of today',
    needs:
      'The Responses API for tools; nothing that the server would have to store: no ids of items, and the encrypted reasoning of an answer with calls, as it came and directly before the text or call that it led to.',
    sources: [
      { url: 'https://github.com/danny-avila/LibreChat/issues/14355', date: '2026-07-21' },
      { url: 'https://github.com/maximhq/bifrost/issues/5410', date: '2026-07-21' },
      { url: 'https://github.com/langchain-ai/langchain/pull/38372', date: '2026-06-22' },
    ],
  },
  { refuseChat: (request) => refuseTools(request, true), needsReasoning: true, reasoning: 'encrypted' },
  {},
);

const llamaCpp = family(
  {
    name: 'llama.cpp, Responses API',
    needs:
      'The content of reasoning, as it came. Its stream has no indices, no ids of call items and no ends of pieces, and completes all items together at the end.',
    sources: [{ url: 'https://github.com/ggml-org/llama.cpp/issues/20607', date: '2026-03-15' }],
  },
  {
    refuseChat: refuseRoute(404, {
      error: { code: 404, message: 'File Not Found', type: 'not_found_error' },
    }),
    needsReasoning: false,
    reasoning: 'open',
  },
  { indices: false, callItemIds: false, ends: false, items: 'together' },
);

const lemonade = family(
  {
    name: 'Lemonade, Responses API',
    needs: 'Nothing further. Its stream has no indices.',
    sources: [{ url: 'https://github.com/lemonade-sdk/lemonade/issues/3607', date: '2026-09-17' }],
  },
  {
    refuseChat: refuseRoute(405, { detail: 'Method Not Allowed' }),
    needsReasoning: false,
    reasoning: 'none',
  },
  { indices: false, beginnings: false },
);

const codexProxy = family(
  {
    name: 'Proxies of the Codex backend',
    needs: 'As OpenAI. The last event has no items, and some of them come only when they are complete.',
    sources: [
      { url: 'https://github.com/NousResearch/hermes-agent/pull/5689', date: '2026-04-07' },
      { url: 'https://github.com/sipeed/picoclaw/issues/2674', date: '2026-04-26' },
    ],
  },
  {
    refuseChat: refuseRoute(404, { detail: 'Not Found' }),
    needsReasoning: true,
    reasoning: 'encrypted',
  },
  { beginnings: false, pieces: false, output: 'empty' },
);

const liteLLM = family(
  {
    name: 'LiteLLM, Responses API',
    needs:
      'Nothing further. It passes on OpenAI’s refusal with a status of its own, completes a text after the calls, and its last event has other reasoning than the stream.',
    sources: [
      { url: 'https://github.com/BerriAI/litellm/pull/36356', date: '2026-08-09' },
      { url: 'https://github.com/BerriAI/litellm/pull/34569', date: '2026-07-24' },
    ],
  },
  {
    refuseChat(request) {
      const refused = refuseTools(request, true);
      if (refused === null) return null;
      const message = `litellm.BadRequestError: OpenAIException - ${JSON.stringify(refused.body)}. Received Model Group=${request.model}`;
      return { status: 500, body: { error: { message, type: null, param: null, code: '500' } } };
    },
    needsReasoning: false,
    reasoning: 'encrypted',
  },
  { eventNames: false, items: 'messages-last', output: 'other-reasoning', endMark: true },
);

const openRouter = family(
  {
    name: 'OpenRouter, Responses API',
    needs: 'As OpenAI. It stores nothing.',
    sources: [{ url: 'https://github.com/Kilo-Org/kilocode/pull/10197', date: '2026-05-13' }],
  },
  {
    refuseChat(request) {
      const refused = refuseTools(request, true);
      const metadata = { raw: JSON.stringify(refused?.body), provider_name: 'OpenAI' };
      return (
        refused && {
          status: 502,
          body: { error: { message: 'Provider returned error', code: 502, metadata } },
        }
      );
    },
    needsReasoning: true,
    reasoning: 'encrypted',
  },
  { endMark: true },
);

/** Families that are played with the Responses API. Those that have both APIs in reality refuse the first one, so that it is tried. */
export const RESPONSES_FAMILIES: readonly EndpointFamily[] = [
  withEffort,
  stateless,
  llamaCpp,
  lemonade,
  codexProxy,
  liteLLM,
  openRouter,
];
