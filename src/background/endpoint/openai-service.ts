import { toErrorInfo } from '@/src/core/errors';
import type { AIService, AIStreamChunk, ModelInfo } from '@/src/core/llm/ai-service';
import { redactedExcerpt } from '@/src/core/llm/endpoint-words';
import { createEventReader, type StreamEvent } from '@/src/core/llm/event-stream';
import { ANSWER_BOUNDS, MODEL_LIST_BOUNDS, parseJson } from '@/src/core/llm/parse-json';
import { nextPage, readModelList } from '@/src/core/llm/read-model-list';
import type { ReaderDeps, StreamReader } from '@/src/core/llm/stream-reader';
import { notACompletionError } from '@/src/core/llm/transport-error';
import type { Endpoint, WireName } from '@/src/core/records/endpoint';
import { MAX_LISTED_MODELS } from '@/src/schema/values/limits';
import { type Adaptation, adaptationFor, lacksRoute, otherWire, pointsElsewhere } from './adaptations';
import { CHAT_WIRE } from './chat-wire';
import {
  type EndpointExchange,
  endpointErrorOf,
  failureOf,
  failureOfEnd,
  openExchange,
  reportedError,
} from './endpoint-exchange';
import type { EndpointFetchDeps, Expected } from './endpoint-fetch';
import { RESPONSES_WIRE } from './responses-wire';
import { type Wire, withValues } from './wire';

interface OpenAIServiceDeps extends EndpointFetchDeps {
  /** Receives the start of a skipped event that is not part of the answer; without secrets. */
  onSkipped(host: string, excerpt: string): void;
  /** Stores that a model of an endpoint answered only with this API. Never rejects. */
  onWire(endpoint: Endpoint, model: string, wire: WireName): Promise<void>;
}

/** The API that a model answered on, null if the user chose it, and the adaptations that each API needed. */
interface Remembered extends Record<WireName, Set<Adaptation>> {
  wire: WireName | null;
}

const WIRES: Readonly<Record<WireName, Wire>> = { chat: CHAT_WIRE, responses: RESPONSES_WIRE };

interface OpenAIService extends AIService {
  /** The API that requests to a model use, as far as it is known. */
  wireOf(endpoint: Endpoint, model: string): WireName;
}

/** Implements the language model port for any OpenAI-compatible endpoint, using the openai package. */
export function createOpenAIService(deps: OpenAIServiceDeps): OpenAIService {
  /** Adaptations with which requests succeeded before, by base URL, key, headers and model. */
  const known = new Map<string, Remembered>();
  /** Endpoints that have listed their models, identified by base URL and key. */
  const listedEndpoints = new Set<string>();
  const endpointKey = ({ baseUrl, key }: Endpoint) => JSON.stringify([baseUrl, key]);

  function knownOf({ baseUrl, key, headers }: Endpoint, model: string) {
    const endpointAndModel = JSON.stringify([baseUrl, key, headers, model]);
    // Nothing is known yet.
    const found = known.get(endpointAndModel) ?? { wire: null, chat: new Set(), responses: new Set() };
    known.set(endpointAndModel, found);
    return found;
  }

  function wireOf(endpoint: Endpoint, model: string): WireName {
    return endpoint.wire ?? knownOf(endpoint, model).wire ?? storedWire(endpoint, model);
  }

  return {
    wireOf,
    async *stream(endpoint, request, signal) {
      const { model, streaming, imageUrls, parameters } = request;
      const remembered = knownOf(endpoint, model);
      const hasListedModels = endpoint.key !== null && listedEndpoints.has(endpointKey(endpoint));
      let wire = wireOf(endpoint, model);
      // The refusal for which the other API is tried. It is reported if the endpoint lacks that one.
      let refusal: unknown = null;
      let made = new Set(remembered[wire]);
      // Adaptations of this request. They are remembered once the answer begins. `no_cache_marks` is not one of them:
      // the caller stores it, by connection and model.
      let tried: Adaptation[] = [];
      // Reported only with a successful answer: if the request fails without cache marks too, they were not the cause.
      let reason: string | null = null;
      while (true) {
        const { body, ...readers } = WIRES[wire];
        const content = withValues({ ...body(request, made), stream: streaming });
        const sentRequest = {
          ...readers,
          content,
          isStreamed: streaming,
          maxTokens: parameters.maxTokens,
        };
        // Errors name the members of either API.
        const sent = [
          ...Object.keys(content),
          ...(imageUrls === undefined ? [] : ['image_url']),
          ...(parameters.reasoningEffort === null ? [] : ['reasoning_effort']),
        ];
        const exchange = await openExchange(deps, endpoint, { model, hasListedModels, sent }, signal);
        const onSkipped = (data: string) =>
          deps.onSkipped(exchange.host, redactedExcerpt(data, exchange.secrets));
        let hasAnswered = false;
        try {
          for await (const chunk of requestResponse(exchange, sentRequest, onSkipped)) {
            if (!hasAnswered) {
              hasAnswered = true;
              for (const adaptation of tried) remembered[wire].add(adaptation);
              if (endpoint.wire === undefined) {
                remembered.wire = wire;
                if (wire !== storedWire(endpoint, model)) await deps.onWire(endpoint, model, wire);
              }
              if (reason !== null) yield { type: 'cache-marks-refused', reason };
            }
            yield chunk;
          }
          return;
        } catch (error) {
          if (hasAnswered) throw error;
          if (refusal !== null && lacksRoute(error)) throw refusal;
          if (endpoint.wire === undefined && refusal === null && pointsElsewhere(error, wire)) {
            refusal = error;
            wire = otherWire(wire);
            made = new Set(remembered[wire]);
            tried = [];
            continue;
          }
          const missing = adaptationFor(error, request, wire, made);
          if (missing === undefined) throw error;
          const [adaptation, { isOnce }] = missing;
          made.add(adaptation);
          if (adaptation === 'no_cache_marks') reason = toErrorInfo(error).details;
          else if (!isOnce) tried.push(adaptation);
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

function storedWire({ responsesModels }: Endpoint, model: string): WireName {
  return responsesModels?.includes(model) === true ? 'responses' : 'chat';
}

/** A request's path and body, and the readers of its answer. */
interface SentRequest extends Omit<Wire, 'body'> {
  content: object;
  isStreamed: boolean;
  maxTokens: number | null;
}

async function* requestResponse(
  exchange: EndpointExchange,
  request: SentRequest,
  onSkipped: (data: string) => void,
): AsyncGenerator<AIStreamChunk, void, undefined> {
  const { signal, host } = exchange;
  const reported = (value: unknown, eventName: string | null) =>
    reportedError(exchange, value) ?? (eventName === 'error' ? endpointErrorOf(exchange, value, null) : null);
  const deps = { host, maxTokens: request.maxTokens, reported, skipped: onSkipped };
  const reader = request.createReader(deps);
  try {
    const chunks = request.isStreamed ? streamed(exchange, request, reader) : whole(exchange, request, deps);
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

/** The chunks of an event stream as they arrive. */
async function* streamed(
  exchange: EndpointExchange,
  { path, content }: SentRequest,
  reader: StreamReader,
): AsyncGenerator<AIStreamChunk, void, undefined> {
  const response = await exchange.client.post(path, { body: content }).asResponse();
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
  { path, content, readWhole }: SentRequest,
  deps: ReaderDeps,
): AsyncGenerator<AIStreamChunk, void, undefined> {
  const { host, secrets } = exchange;
  const response = await exchange.client.post(path, { body: content }).asResponse();
  const text = await response.text();
  const failure = reportedError(exchange, parseJson(text, ANSWER_BOUNDS));
  if (failure !== null) throw failure;
  const chunks = readWhole(text, deps);
  if (chunks === null) throw notACompletionError(host, redactedExcerpt(text, secrets));
  yield* chunks;
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
