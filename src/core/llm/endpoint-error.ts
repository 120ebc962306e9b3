import { assertNever } from '../assert-never';
import { type ErrorCode, StewardError } from '../errors';
import { type EndpointErrorFacts, readEndpointError, withoutSecrets } from './endpoint-words';
import type { Secrets } from './request-secrets';
import { endpointDetails, LONG_WAIT_MS } from './retry-after';
import { isUpstreamKey } from './upstream-words';

/** A failure reported by the endpoint. */
export interface EndpointFailure {
  /** Host and port, for the error message. */
  host: string;
  /** Removed from all texts of the error. */
  secrets: Secrets;
  /** The requested model; null if the request names none. */
  model: string | null;
  /** True if the endpoint has already listed its models for this request's key. */
  hasListedModels: boolean;
  /** HTTP status; null for an error inside a stream that began successfully. */
  status: number | null;
  /** From the response's headers. */
  retryAfterMs: number | null;
  /** The body's text, or the error object of a stream. */
  body: unknown;
}

type EndpointErrorCode = Extract<
  ErrorCode,
  'auth' | 'context-too-long' | 'model-not-found' | 'protocol' | 'rate-limit' | 'server' | 'timeout'
>;

/**
 * Converts the failure to an error. Status and message decide the code; {@link endpointDetails} formats the
 * details.
 */
export function endpointError(failure: EndpointFailure): StewardError {
  const words = readEndpointError(failure.body);
  const status = failure.status ?? words.status;
  const found = codeOfUpstream(words) ?? codeOf(status, words, failure.model);
  const retryAfterMs = failure.retryAfterMs ?? words.retryAfterMs;
  const isUpstream = found === 'upstream-key' || (found === 'auth' && isUpstreamKey(words.message, failure));
  // The connection is configured correctly and a retry doesn't help, so it gets no code of its own.
  const code = found === 'upstream-key' || isUpstream ? 'protocol' : found;
  return new StewardError(code, isUpstream ? upstreamKeyMessage(failure) : messageOf(code, status, failure), {
    remedy: isUpstream ? UPSTREAM_KEY_REMEDY : remedyOf(code, status, words, retryAfterMs, failure),
    details: endpointDetails({
      status: failure.status,
      retryAfterMs,
      // Redact before truncating, or part of a key could leak.
      words: withoutSecrets(words.message, failure.secrets),
    }),
  });
}

const CONTEXT_CODES = ['context_length_exceeded', 'exceed_context_size_error', 'context_window_exceeded'];
const CONTEXT_WORDS =
  /context.?(length|window|size)|maximum (context|prompt|input)|(prompt|input|request) is too long|too many (input )?tokens/i;
const MODEL_CODES = ['model_not_found', 'invalid_model', 'model_not_available'];
const MODEL_WORDS =
  /(invalid|unknown|no such) model|model\b.{0,200}\b(not found|not exist|not available)|\bvalid model\b/i;
const KEY_CODES = ['invalid_api_key', 'authentication_error', 'permission_error', 'unauthorized'];
const KEY_WORDS = /(invalid|incorrect|missing) api key|api key (is )?(not valid|invalid|missing)/i;
const LIMIT_CODES = [
  'rate_limit_error',
  'rate_limit_exceeded',
  'insufficient_quota',
  'too_many_requests',
  'model_cooldown',
];

const UPSTREAM_KEY_REMEDY = "Check the provider's key at the endpoint, or choose another model.";

function upstreamKeyMessage({ host }: EndpointFailure): string {
  return `The provider behind ${host} refused the key that the endpoint has for it.`;
}

/**
 * The code derived from a proxy's report about its provider; null if the report is unknown. Permanent reasons
 * come before temporary ones.
 */
function codeOfUpstream({
  upstream: { reasons, statuses },
}: EndpointErrorFacts): EndpointErrorCode | 'upstream-key' | null {
  const says = (...words: string[]) => reasons.some((reason) => words.includes(reason));
  if (says('context_window_exceeded')) return 'context-too-long';
  if (says('invalid_request')) return 'protocol';
  if (says('rate_limit', 'quota_exceeded')) return 'rate-limit';
  if (says('server_error', 'api_connection')) return 'server';
  const isKey =
    says('authentication', 'forbidden') || statuses.some((status) => status === 401 || status === 403);
  return isKey ? 'upstream-key' : null;
}

function codeOf(status: number | null, words: EndpointErrorFacts, model: string | null): EndpointErrorCode {
  const says = (codes: readonly string[]) => words.codes.some((code) => codes.includes(code));
  // These statuses are ambiguous: servers use them for any fault in a request.
  const isVague = status === null || status === 400 || status === 413 || status === 422;
  if (says(CONTEXT_CODES) || status === 413 || (isVague && CONTEXT_WORDS.test(words.message))) {
    return 'context-too-long';
  }
  if (model !== null && isAboutModel(status, words, model, isVague, says)) return 'model-not-found';
  if (isVague && (says(KEY_CODES) || KEY_WORDS.test(words.message))) return 'auth';
  if (status !== null) return codeOfStatus(status);
  if (says(LIMIT_CODES)) return 'rate-limit';
  if (words.codes.includes('invalid_request_error')) return 'protocol';
  return words.codes.some((code) => code.includes('timeout')) ? 'timeout' : 'server';
}

function isAboutModel(
  status: number | null,
  words: EndpointErrorFacts,
  model: string,
  isVague: boolean,
  says: (codes: readonly string[]) => boolean,
): boolean {
  if (says(MODEL_CODES)) return true;
  if (isVague) return MODEL_WORDS.test(words.message);
  if (status !== 404 || words.message.startsWith('<')) return false;
  // Without paths: an unknown path may contain "models".
  const sentence = words.message.replaceAll(/(^|\s)\/\S*/g, ' ');
  return words.param === 'model' || words.message.includes(model) || /\bmodel/i.test(sentence);
}

function codeOfStatus(status: number): EndpointErrorCode {
  if (status === 401 || status === 403) return 'auth';
  if (status === 408) return 'timeout';
  if (status === 429) return 'rate-limit';
  return status >= 500 ? 'server' : 'protocol';
}

function messageOf(
  code: EndpointErrorCode,
  status: number | null,
  { host, model, hasListedModels }: EndpointFailure,
): string {
  switch (code) {
    case 'auth': {
      const refused = status === 403 || status === null ? 'refused access' : "didn't accept the key";
      const contrast = hasListedModels ? ' for this model, though it lists its models with the same key' : '';
      return `The endpoint ${host} ${refused}${contrast}.`;
    }
    case 'context-too-long':
      return `The conversation is longer than the model at ${host} can read.`;
    case 'model-not-found':
      return `The endpoint ${host} doesn't have the model ${model ?? ''}.`;
    case 'protocol':
      return status === 404
        ? `The endpoint ${host} doesn't know the address that Steward asked for.`
        : `The endpoint ${host} refused the request.`;
    case 'rate-limit':
      return `The endpoint ${host} takes no more requests for now.`;
    case 'server':
      return `The endpoint ${host} failed while it worked on the request.`;
    case 'timeout':
      return `The endpoint ${host} gave up waiting.`;
    default:
      return assertNever(code);
  }
}

// CLIProxyAPI passes its provider's 401 on unchanged. Some endpoints list their models without checking the
// key, so a list doesn't prove that the connection's key is valid.
const EITHER_KEY_REMEDY =
  "Check the connection's key. If it is right, the endpoint's own key for the model's provider was refused: check that one, or choose another model.";
const LONG_WAIT_REMEDY = 'Try again after the time that the endpoint asks for, or choose another model.';

function remedyOf(
  code: EndpointErrorCode,
  status: number | null,
  words: EndpointErrorFacts,
  retryAfterMs: number | null,
  { hasListedModels }: EndpointFailure,
): string {
  const isLong = (retryAfterMs ?? 0) >= LONG_WAIT_MS;
  switch (code) {
    case 'auth':
      if (hasListedModels) return EITHER_KEY_REMEDY;
      return status === 403
        ? "Check the connection's key; a local server may need a setting to accept requests from browser extensions."
        : "Check the connection's key.";
    case 'context-too-long':
      return 'Start a new session, or choose a model with a larger context.';
    case 'model-not-found':
      return 'Choose another model.';
    case 'protocol':
      if (status === 402) return 'Check the account behind the key: the endpoint asks for payment.';
      return status === 404
        ? "Check the connection's address: it usually ends in /v1."
        : 'Read what the endpoint says in the details, or choose another model.';
    case 'rate-limit':
      if (words.codes.includes('insufficient_quota')) {
        return 'Check the account behind the key: its quota is used up.';
      }
      return isLong ? LONG_WAIT_REMEDY : 'Wait a little, then try again.';
    case 'server':
    case 'timeout':
      if (isLong) return LONG_WAIT_REMEDY;
      return 'Try again. If the error persists, check the endpoint itself.';
    default:
      return assertNever(code);
  }
}
