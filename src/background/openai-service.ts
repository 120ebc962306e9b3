import OpenAI, { APIError } from 'openai';
import { isStewardError, type StewardError } from '@/src/core/errors';
import type { AIRequest, AIService, AIStreamChunk, Endpoint, ModelInfo } from '@/src/core/llm/ai-service';
import { endpointError } from '@/src/core/llm/endpoint-error';
import { readReportedError, type Secrets, shownWords } from '@/src/core/llm/endpoint-words';
import { readModelList } from '@/src/core/llm/read-model-list';
import { readStreamEvent } from '@/src/core/llm/read-stream-event';
import { retryAfterOfHeaders } from '@/src/core/llm/retry-after';
import {
  abortedError,
  addressError,
  brokeOffError,
  malformedEventError,
  notAStreamError,
  unreachableError,
  unsendableKeyError,
} from '@/src/core/llm/transport-error';
import { createEndpointFetch, type EndpointFetch, type EndpointFetchDeps } from './endpoint-fetch';
import { type LimitName, parameterFields, wantsOtherLimit } from './parameter-fields';

/** What one request needs from its beginning to its end. */
interface Exchange {
  client: OpenAI;
  wire: EndpointFetch;
  host: string;
  secrets: Secrets;
  /** Null where no model is asked. */
  model: string | null;
  signal: AbortSignal;
}

/** The language model behind any OpenAI-compatible endpoint, by the openai package. */
export function createOpenAIService(deps: EndpointFetchDeps): AIService {
  /** Endpoints and models that refused `max_tokens` and named the other word for it. */
  const refusers = new Set<string>();

  return {
    async *stream(endpoint, request, signal) {
      const asked = JSON.stringify([endpoint.baseUrl, request.model]);
      const limitName = refusers.has(asked) ? 'max_completion_tokens' : 'max_tokens';
      try {
        yield* streamResponse(deps, endpoint, request, limitName, signal);
      } catch (error) {
        if (request.parameters.maxTokens === null || !wantsOtherLimit(error)) throw error;
        refusers.add(asked);
        yield* streamResponse(deps, endpoint, request, 'max_completion_tokens', signal);
      }
    },
    listModels: (endpoint, signal) => listModels(deps, endpoint, signal),
  };
}

async function* streamResponse(
  deps: EndpointFetchDeps,
  endpoint: Endpoint,
  request: AIRequest,
  limitName: LimitName,
  signal: AbortSignal,
): AsyncGenerator<AIStreamChunk, void, undefined> {
  const exchange = openExchange(deps, endpoint, request.model, signal);
  let hasEvents = false;
  let isFinished = false;
  try {
    const events = await exchange.client.chat.completions.create({
      model: request.model,
      messages: request.messages,
      ...(request.tools.length === 0 ? {} : { tools: request.tools }),
      ...parameterFields(request.parameters, limitName),
      stream: true,
      stream_options: { include_usage: true },
    });
    for await (const event of events) {
      hasEvents = true;
      for (const chunk of readStreamEvent(event, exchange.host)) {
        // The client hands out what it has already read even after the connection is closed.
        signal.throwIfAborted();
        if (chunk.type === 'finish') isFinished = true;
        yield chunk;
      }
    }
    // The client ends quietly on some errors, so the end is judged by what came over the wire.
    const failure = failureOfEnd(exchange, hasEvents, isFinished);
    if (failure !== null) throw failure;
  } catch (error) {
    const failure = failureOf(error, exchange);
    // What comes after the finish reason is at most usage: a response that said it is complete stays complete.
    const isOnlyTheRest = isFinished && (failure.code === 'network' || failure.code === 'timeout');
    if (!isOnlyTheRest) throw failure;
  } finally {
    exchange.wire.close();
  }
}

async function listModels(
  deps: EndpointFetchDeps,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<ModelInfo[]> {
  const exchange = openExchange(deps, endpoint, null, signal);
  try {
    const response = await exchange.client.get('/models').asResponse();
    return readModelList(await response.text(), exchange.host);
  } catch (error) {
    throw failureOf(error, exchange);
  } finally {
    exchange.wire.close();
  }
}

/** The longest that a timer can be set to: the client's own time-out never comes before those of {@link EndpointFetchDeps}. */
const NEVER_MS = 2_147_483_647;

/** Headers of the openai package about itself and the machine it runs on. An endpoint needs none of them. */
const NO_TELEMETRY = Object.fromEntries(
  ['Lang', 'Package-Version', 'OS', 'Arch', 'Runtime', 'Runtime-Version', 'Retry-Count', 'Timeout'].map(
    (name) => [`X-Stainless-${name}`, null],
  ),
);

function openExchange(
  deps: EndpointFetchDeps,
  { baseUrl, key, headers }: Endpoint,
  model: string | null,
  signal: AbortSignal,
): Exchange {
  const host = hostOf(baseUrl);
  if (signal.aborted) throw abortedError(host, signal);
  if (key !== null && !/^[\x21-\x7e]+$/.test(key)) throw unsendableKeyError(host);
  const secrets: Secrets = { key, headerValues: Object.values(headers) };
  const wire = createEndpointFetch(deps, { host, secrets, signal });
  const client = new OpenAI({
    baseURL: baseUrl,
    // The client insists on a key; without one the header that would carry this word is left out below.
    apiKey: key ?? 'none',
    // Said outright: what isn't said the client looks for in the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    defaultHeaders: {
      ...NO_TELEMETRY,
      'User-Agent': null,
      ...headers,
      ...(key === null ? { Authorization: null } : {}),
    },
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    timeout: NEVER_MS,
    logLevel: 'off',
    fetch: wire.fetch,
  });
  return { client, wire, host, secrets, model, signal };
}

function hostOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  if (!isUsable) throw addressError();
  return url.host;
}

/** Whether a stream that ended without an error really was complete: null, or what it lacked. */
function failureOfEnd(exchange: Exchange, hasEvents: boolean, isFinished: boolean): StewardError | null {
  const { wire, host, secrets, signal } = exchange;
  const { failure, isDone, head } = wire.answer();
  if (signal.aborted) return abortedError(host, signal);
  if (isDone || isFinished) return null;
  if (failure !== null) return failure;
  const isStream = hasEvents || head.trim() === '' || /^(:|data:|event:|id:|retry:)/m.test(head);
  if (isStream) return brokeOffError(host, 'The stream ended without a finish reason.');
  const reported = readReportedError(head);
  return reported === null
    ? notAStreamError(host, shownWords(head, secrets))
    : endpointError({ ...exchange, status: null, retryAfterMs: null, body: reported });
}

/** Whatever was thrown during an exchange as the error that it means. The order is that of certainty. */
function failureOf(error: unknown, exchange: Exchange): StewardError {
  const { wire, host, secrets, signal } = exchange;
  const { status, headers, head, failure, hasEnded } = wire.answer();
  if (signal.aborted) return abortedError(host, signal);
  if (failure !== null) return failure;
  if (isStewardError(error)) return error;
  // No cause is handed on: the client's errors carry headers and bodies, and with them perhaps the key.
  const retryAfterMs = retryAfterOfHeaders((name) => headers.get(name));
  if (status !== null && (status < 200 || status > 299)) {
    return endpointError({ ...exchange, status, retryAfterMs, body: head });
  }
  if (error instanceof APIError && error.error !== undefined) {
    return endpointError({ ...exchange, status: null, retryAfterMs, body: error.error });
  }
  if (status === null) return unreachableError(host, shownWords(reasonsOf(error), secrets));
  // A piece that can't be parsed at the very end is a piece that was cut.
  if (error instanceof SyntaxError && !hasEnded) return malformedEventError(host);
  return brokeOffError(host, shownWords(reasonsOf(error), secrets));
}

/** The messages of an error and its causes: the outer ones say only that something failed. */
function reasonsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${reasonsOf(error.cause)}`;
}
