import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import { toErrorInfo } from '@/src/core/errors';
import type { AIRequest, AIService, AIStreamChunk, ModelInfo } from '@/src/core/llm/ai-service';
import { redactedExcerpt } from '@/src/core/llm/endpoint-words';
import { createEventReader, type StreamEvent } from '@/src/core/llm/event-stream';
import { ANSWER_BOUNDS, MODEL_LIST_BOUNDS, parseJson } from '@/src/core/llm/parse-json';
import { readCompletion } from '@/src/core/llm/read-completion';
import { MAX_LISTED_MODELS, nextPage, readModelList } from '@/src/core/llm/read-model-list';
import { createStreamReader, type StreamReader } from '@/src/core/llm/stream-reader';
import { notACompletionError } from '@/src/core/llm/transport-error';
import type { Endpoint } from '@/src/core/records/endpoint';
import type { ModelParameters } from '@/src/schema/chat-settings';
import { type Adaptation, adaptationFor } from './adaptations';
import {
  type EndpointExchange,
  endpointErrorOf,
  failureOf,
  failureOfEnd,
  openExchange,
  reportedError,
} from './endpoint-exchange';
import type { EndpointFetchDeps, Expected } from './endpoint-fetch';
import { wireMessages } from './wire-messages';

interface OpenAIServiceDeps extends EndpointFetchDeps {
  /** Receives the start of a skipped event that is not part of the answer; without secrets. */
  onSkipped(host: string, excerpt: string): void;
}

/** Implements the language model port for any OpenAI-compatible endpoint, using the openai package. */
export function createOpenAIService(deps: OpenAIServiceDeps): AIService {
  /** Adaptations with which a request succeeded before, by base URL, key, headers and model. */
  const adaptations = new Map<string, Set<Adaptation>>();
  /** Endpoints that have listed their models, identified by base URL and key. */
  const listedEndpoints = new Set<string>();
  const endpointKey = ({ baseUrl, key }: Endpoint) => JSON.stringify([baseUrl, key]);

  return {
    async *stream(endpoint, request, signal) {
      const endpointAndModel = JSON.stringify([
        endpoint.baseUrl,
        endpoint.key,
        endpoint.headers,
        request.model,
      ]);
      // No adaptation is known yet.
      const remembered = adaptations.get(endpointAndModel) ?? new Set();
      adaptations.set(endpointAndModel, remembered);
      const hasListedModels = endpoint.key !== null && listedEndpoints.has(endpointKey(endpoint));
      const made = new Set<Adaptation>(remembered);
      // Adaptations of this request. They are remembered once the answer begins. `no_cache_marks` is not one of them:
      // the caller stores it, by connection and model.
      const tried: Adaptation[] = [];
      // Reported only with a successful answer: if the request fails without cache marks too, they were not the cause.
      let reason: string | null = null;
      while (true) {
        const { model, streaming, imageUrls } = request;
        const body = { ...requestBody(request, made), stream: streaming };
        const sent = [...Object.keys(body), ...(imageUrls === undefined ? [] : ['image_url'])];
        const exchange = await openExchange(deps, endpoint, { model, hasListedModels, sent }, signal);
        const onSkipped = (data: string) =>
          deps.onSkipped(exchange.host, redactedExcerpt(data, exchange.secrets));
        try {
          for await (const chunk of requestResponse(exchange, body, onSkipped)) {
            for (const adaptation of tried.splice(0)) remembered.add(adaptation);
            if (reason !== null) yield { type: 'cache-marks-refused', reason };
            reason = null;
            yield chunk;
          }
          return;
        } catch (error) {
          const missing = adaptationFor(error, request, made);
          if (missing === null) throw error;
          made.add(missing);
          if (missing === 'no_cache_marks') reason = toErrorInfo(error).details;
          else tried.push(missing);
        }
      }
    },
    async listModels(endpoint, signal) {
      const models = await listModels(deps, endpoint, signal);
      listedEndpoints.add(endpointKey(endpoint));
      return models;
    },
  };
}

async function* requestResponse(
  exchange: EndpointExchange,
  body: RequestBody,
  onSkipped: (data: string) => void,
): AsyncGenerator<AIStreamChunk, void, undefined> {
  const { signal, host } = exchange;
  const reported = (value: unknown, eventName: string | null) =>
    reportedError(exchange, value) ?? (eventName === 'error' ? endpointErrorOf(exchange, value, null) : null);
  const reader = createStreamReader({ host, reported, skipped: onSkipped });
  try {
    const chunks = body.stream ? streamed(exchange, body, reader) : whole(exchange, body);
    for await (const chunk of chunks) {
      // After the connection is closed, chunks that were already read would still be yielded.
      signal.throwIfAborted();
      if (chunk.type !== 'usage' && chunk.type !== 'members') exchange.wire.expect(expectedAfter(chunk));
      yield chunk;
    }
    signal.throwIfAborted();
  } catch (error) {
    const failure = failureOf(error, exchange);
    // After its stated end the answer is complete, even if the connection then fails. An error that the endpoint reports
    // still fails the request.
    const isOnlyTheRest =
      reader.ending() === 'stated' &&
      (failure.code === 'network' || failure.code === 'timeout') &&
      failure.report === null;
    if (!isOnlyTheRest) throw failure;
    yield* reader.end();
  } finally {
    exchange.wire.close();
  }
}

function expectedAfter({ type }: AIStreamChunk): Expected {
  if (type === 'finish') return 'rest';
  return type === 'restart' ? 'answer' : 'more';
}

type RequestBody = ChatCompletionCreateParams;

function requestBody(request: AIRequest, adaptations: ReadonlySet<Adaptation>) {
  return {
    model: request.model,
    messages: wireMessages(request, adaptations),
    ...toolFields(request),
    ...parameterFields(request, adaptations),
  };
}

/** Path of chat requests, relative to the connection's base URL. */
const COMPLETIONS = '/chat/completions';

/** The chunks of an event stream as they arrive. */
async function* streamed(
  exchange: EndpointExchange,
  body: RequestBody,
  reader: StreamReader,
): AsyncGenerator<AIStreamChunk, void, undefined> {
  const response = await exchange.client.post(COMPLETIONS, { body }).asResponse();
  let hasEvents = false;
  for await (const event of eventsOf(response)) {
    if (DONE.test(event.data)) break;
    hasEvents = true;
    yield* reader.read(event);
  }
  const ending = reader.ending();
  const isAssumed = ending === 'text' && exchange.endsBare && exchange.wire.answer().failure === null;
  if (ending !== 'stated' && !isAssumed) throw failureOfEnd(exchange, hasEvents, reader.unread());
  yield* reader.end();
  if (isAssumed) yield { type: 'finish', reason: 'unknown', isAssumed };
}

/**
 * The end mark of a stream; some servers add blanks or quotation marks. It doesn't state that the answer is complete,
 * because proxies add it to whatever their provider sent before the connection broke.
 */
const DONE = /^\s*"?\[done\]"?\s*$/i;

/** The chunks of a response that is not streamed, all at its end. */
async function* whole(
  exchange: EndpointExchange,
  body: RequestBody,
): AsyncGenerator<AIStreamChunk, void, undefined> {
  const { host, secrets } = exchange;
  const response = await exchange.client.post(COMPLETIONS, { body }).asResponse();
  const text = await response.text();
  const failure = reportedError(exchange, parseJson(text, ANSWER_BOUNDS));
  if (failure !== null) throw failure;
  const chunks = readCompletion(text, host);
  if (chunks === null) throw notACompletionError(host, redactedExcerpt(text, secrets));
  yield* chunks;
}

/** The fields for tools in the request body. {@link AIRequest.toolChoice} explains when they are omitted. */
function toolFields({
  tools,
  toolChoice,
}: AIRequest): Pick<ChatCompletionCreateParams, 'tools' | 'tool_choice'> {
  if (tools.length === 0) return {};
  return toolChoice === 'auto' ? { tools } : { tools, tool_choice: toolChoice };
}

/** Maximum number of pages that are read of one list. */
const MAX_PAGES = 20;

/**
 * Reads the list page by page, until a page has no new model. If the first page fails, rejects; if a later page fails,
 * returns the models of the pages before it.
 */
async function listModels(
  deps: EndpointFetchDeps,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<ModelInfo[]> {
  const models = new Map<string, ModelInfo>();
  let query: Record<string, string> | null = {};
  for (let page = 0; query !== null && page < MAX_PAGES; page += 1) {
    const exchange = await openExchange(
      deps,
      endpoint,
      { model: null, hasListedModels: false, sent: [] },
      signal,
    );
    try {
      const response = await exchange.client.get('/models', { query }).asResponse();
      const body = parseJson(await response.text(), MODEL_LIST_BOUNDS);
      const failure = reportedError(exchange, body);
      if (failure !== null) throw failure;
      const countBefore = models.size;
      for (const model of readModelList(body, exchange.host)) models.set(model.id, model);
      query = models.size > countBefore ? nextPage(body, [...models.keys()].at(-1)) : null;
    } catch (error) {
      if (models.size === 0) throw failureOf(error, exchange);
      break;
    } finally {
      exchange.wire.close();
    }
  }
  return [...models.values()].slice(0, MAX_LISTED_MODELS);
}

/** The events of a response's body as they arrive. Cancels the body when the iteration ends early. */
async function* eventsOf(response: Response): AsyncGenerator<StreamEvent, void, undefined> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const events = createEventReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) break;
      yield* events.add(decoder.decode(value, { stream: true }));
    }
    yield* events.add(decoder.decode());
    yield* events.end();
  } finally {
    // Not awaited: a hanging connection may never confirm it.
    void reader.cancel().catch(() => undefined);
  }
}

/** The parameters as fields of the request body; unset parameters are omitted. */
function parameterFields(
  { parameters: { temperature, topP, maxTokens, reasoningEffort }, streaming }: AIRequest,
  adaptations: ReadonlySet<Adaptation>,
): {
  temperature?: number;
  top_p?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  reasoning_effort?: NonNullable<ModelParameters['reasoningEffort']>;
  stream_options?: { include_usage: true };
} {
  const limitName = adaptations.has('max_completion_tokens') ? 'max_completion_tokens' : 'max_tokens';
  return {
    ...(temperature === null ? {} : { temperature }),
    ...(topP === null ? {} : { top_p: topP }),
    ...(maxTokens === null ? {} : { [limitName]: maxTokens }),
    ...(reasoningEffort === null ? {} : { reasoning_effort: reasoningEffort }),
    ...(streaming && !adaptations.has('no_stream_options')
      ? { stream_options: { include_usage: true } }
      : {}),
  };
}
