import type { OpenAI } from 'openai/client';
import { isStewardError, type StewardError } from '@/src/core/errors';
import { endpointError } from '@/src/core/llm/endpoint-error';
import { redactedExcerpt } from '@/src/core/llm/endpoint-words';
import { ANSWER_BOUNDS, parseJson } from '@/src/core/llm/parse-json';
import { readReportedError } from '@/src/core/llm/read-reported-error';
import { retryAfterOfFields } from '@/src/core/llm/retry-after';
import {
  abortedError,
  addressError,
  brokeOffError,
  emptyAnswerError,
  malformedEventError,
  notAStreamError,
  unreachableError,
  unreadableError,
  unsendableKeyError,
} from '@/src/core/llm/transport-error';
import type { Endpoint } from '@/src/core/records/endpoint';
import { endpointSecrets } from '@/src/core/secrets/known-secrets';
import {
  createEndpointFetch,
  type EndpointFetch,
  type EndpointFetchDeps,
  FIRST_PIECE_LIMIT_MS,
} from './endpoint-fetch';

/** State of one request to an endpoint and its answer. */
export interface EndpointExchange {
  client: OpenAI;
  wire: EndpointFetch;
  host: string;
  secrets: readonly string[];
  /** Null for requests without a model. */
  model: string | null;
  /** True if the endpoint has already listed its models for this key. */
  hasListedModels: boolean;
  /** True if the endpoint's answers with this model end without a finish reason and usage. */
  endsBare: boolean;
  /** Names of the members of the request's body; also `image_url` if a message of the request has an image. */
  sent: readonly string[];
  signal: AbortSignal;
}

/**
 * The longest delay of a timer, so that the client's own timeout never fires before those of {@link
 * EndpointFetchDeps}.
 */
const NEVER_MS = 2_147_483_647;

/**
 * Headers in which the openai package describes itself and its platform. Null removes them, since no endpoint needs
 * them.
 */
const NO_TELEMETRY = Object.fromEntries(
  ['Lang', 'Package-Version', 'OS', 'Arch', 'Runtime', 'Runtime-Version', 'Retry-Count', 'Timeout'].map(
    (name) => [`X-Stainless-${name}`, null],
  ),
);

/**
 * Prepares one request. Rejects with `aborted`, with `auth` if the key has characters that a header can't contain, and
 * with `wrong-address` if the base URL is unusable. Loads the client's code with the first request instead of at each
 * start of the worker.
 */
export async function openExchange(
  deps: EndpointFetchDeps,
  endpoint: Endpoint,
  request: Pick<EndpointExchange, 'model' | 'hasListedModels' | 'sent'>,
  signal: AbortSignal,
): Promise<EndpointExchange> {
  const { baseUrl, key, headers, waits } = endpoint;
  const host = hostOf(baseUrl);
  if (signal.aborted) throw abortedError(host, signal);
  if (key !== null && !/^[\x21-\x7e]+$/.test(key)) throw unsendableKeyError(host);
  const secrets = endpointSecrets(endpoint);
  const limits = {
    ...deps,
    firstByteTimeoutMs: waits?.firstPieceMs ?? deps.firstByteTimeoutMs,
    idleTimeoutMs: waits?.pauseMs ?? deps.idleTimeoutMs,
  };
  const firstPieceLimitMs = waits?.firstPieceMs ?? FIRST_PIECE_LIMIT_MS;
  const wire = createEndpointFetch(limits, { host, secrets, signal, firstPieceLimitMs });
  const { OpenAI: Client } = await import('openai/client');
  if (signal.aborted) throw abortedError(host, signal);
  const client = new Client({
    baseURL: baseUrl,
    // The client requires a key. Without one, the header that would contain this value is removed below.
    apiKey: key ?? 'none',
    // Set explicitly: the client reads missing values from the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    defaultHeaders: {
      ...NO_TELEMETRY,
      'User-Agent': null,
      ...(key === null ? { Authorization: null } : {}),
      ...headers,
    },
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    timeout: NEVER_MS,
    logLevel: 'off',
    fetch: wire.fetch,
  });
  const endsBare = endpoint.endsBare !== undefined && endpoint.endsBare === request.model;
  return { ...request, endsBare, client, wire, host, secrets, signal };
}

function hostOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  if (!isUsable) throw addressError();
  return url.host;
}

/** The failure of a stream that ended without a finish reason and usage. */
export function failureOfEnd(
  exchange: EndpointExchange,
  hasEvents: boolean,
  unread: string | null,
): StewardError {
  const { wire, host } = exchange;
  const { failure, head, status } = wire.answer();
  if (failure !== null) return failure;
  if (head.trim() === '') return emptyAnswerError(host, status);
  const isStream = hasEvents || /^(:|data:|event:|id:|retry:)/m.test(head);
  if (isStream && unread === null)
    return brokeOffError(host, 'The stream ended without a finish reason or usage.');
  // A line of an HTML page may look like an event. The error then quotes the beginning of the page, which says more.
  return failureOfUnread(exchange, unread === null || head.trimStart().startsWith('<') ? head : unread);
}

/**
 * The failure of an answer from which nothing could be read, determined by its beginning. If the beginning reports no
 * failure and names no cause, the code is `wrong-address` and not `server`, because `server` would be retried, and the
 * same request would get the same answer.
 */
function failureOfUnread(exchange: EndpointExchange, beginning: string): StewardError {
  const value = parseJson(beginning, ANSWER_BOUNDS) ?? beginning;
  const failure = endpointErrorOf(exchange, value, null);
  return failure.code === 'server' && readReportedError(value) === null
    ? notAStreamError(exchange.host, redactedExcerpt(beginning, exchange.secrets))
    : failure;
}

/** The failure that the endpoint reported in an event, or in a body with a success status; null without one. */
export function reportedError(exchange: EndpointExchange, value: unknown): StewardError | null {
  const reported = readReportedError(value);
  return reported === null ? null : endpointErrorOf(exchange, reported, null);
}

/** Converts the body of a failed response to an error. A null status stands for an error reported inside an answer. */
export function endpointErrorOf(
  exchange: EndpointExchange,
  body: unknown,
  status: number | null,
): StewardError {
  const { headers } = exchange.wire.answer();
  const nowMs = Date.parse(String(headers.get('date')));
  const retryAfterMs = retryAfterOfFields(headers, nowMs, status === 429 || status === 503);
  const asksLogin = /^\s*basic\b/i.test(String(headers.get('www-authenticate')));
  return endpointError({ ...exchange, status, retryAfterMs, asksLogin, nowMs, body });
}

/** Converts anything thrown during an exchange to an error. The most certain cause is checked first. */
export function failureOf(error: unknown, exchange: EndpointExchange): StewardError {
  const { wire, host, secrets, signal } = exchange;
  const { status, head, failure, hasEnded } = wire.answer();
  if (signal.aborted) return abortedError(host, signal);
  if (failure !== null) return failure;
  if (isStewardError(error)) return error;
  // The error below gets no cause: the client's errors contain headers and bodies, which may contain the key.
  if (status !== null && (status < 200 || status > 299)) return endpointErrorOf(exchange, head, status);
  if (status === null) return unreachableError(host, redactedExcerpt(reasonsOf(error), secrets));
  // The answer is nested too deeply for the parser's stack.
  if (error instanceof RangeError) return unreadableError(host, redactedExcerpt(error.message, secrets));
  // Unparsable text at the very end was cut off.
  if (error instanceof SyntaxError && !hasEnded) return malformedEventError(host);
  return brokeOffError(host, redactedExcerpt(reasonsOf(error), secrets));
}

/** The messages of an error and its causes. Outer messages often state only that something failed. */
function reasonsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${reasonsOf(error.cause)}`;
}
