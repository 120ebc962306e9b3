import { isRequestedAgain } from '@/src/schema/values/error-code';
import { say } from '@/src/schema/values/said';
import { type StewardError, textError } from '../errors';
import { KEY_REMOVED } from '../secrets/known-secrets';
import { secretMask } from '../secrets/secret-forms';
import { FAILURES, type FailureKind, type FailureSigns, kindOfFailure, remedyOf } from './endpoint-failures';
import { type EndpointErrorFacts, MAX_WORDS_LENGTH, readEndpointError } from './endpoint-words';
import { namedSetting } from './named-setting';
import { endpointDetails, LONG_WAIT_MS, waitRemedy } from './retry-after';
import { keyMeant } from './upstream-words';

export interface EndpointFailure {
  /** Host and port, for the error message. */
  host: string;
  /** Removed from all texts of the error. */
  secrets: readonly string[];
  /** The requested model; null if the request names none. */
  model: string | null;
  /** True if the endpoint has already listed its models for this request's key. */
  hasListedModels: boolean;
  /** HTTP status; null for an error inside a stream that began successfully. */
  status: number | null;
  /** Names of the members of the request's body; also `image_url` if a message of the request has an image. */
  sent: readonly string[];
  /** From the response's headers. */
  retryAfterMs: number | null;
  /** True if the response asks for Basic authentication, as a server in front of the endpoint does. */
  asksLogin: boolean;
  /** The endpoint's time, in milliseconds since 1970; NaN if unknown. */
  nowMs: number;
  /** The body's text, or the error object of a stream. */
  body: unknown;
}

/** Maximum length of the endpoint's own words in a remedy, in UTF-16 units; the details have more of them. */
const MAX_QUOTED_LENGTH = 200;

/**
 * Converts the failure to an error. {@link FAILURES} has its code and texts; {@link endpointDetails} formats
 * the details.
 */
export function endpointError(failure: EndpointFailure): StewardError {
  const { host, model } = failure;
  const facts = readEndpointError(failure.body, failure.nowMs);
  const retryAfterMs = failure.retryAfterMs ?? facts.retryAfterMs;
  const signs = signsOf(failure, facts, retryAfterMs);
  const kind = kindOf(failure, signs, facts.message.slice(0, MAX_WORDS_LENGTH));
  const code = FAILURES[kind];
  // Retrying later doesn't help if a quota is used up: a wait doesn't renew it.
  const report = { retryAfterMs: kind === 'quota' ? null : retryAfterMs };
  const label = namedSetting(signs)?.label ?? null;
  // Redact before truncating, or part of a key could leak.
  const words = secretMask(failure.secrets, KEY_REMOVED)(facts.message);
  const values = {
    host,
    model: model ?? '',
    setting: label === null ? '' : say(label),
    words: words.length > MAX_QUOTED_LENGTH ? `${words.slice(0, MAX_QUOTED_LENGTH)}…` : words,
  };
  return textError(code, say(`error.llm.failure.${kind}`, values), {
    remedy:
      retryAfterMs !== null && retryAfterMs >= LONG_WAIT_MS && isRequestedAgain(code)
        ? waitRemedy(retryAfterMs)
        : say(
            kind === 'refused' && words === '' ? 'error.llm.failure.refusedRemedy' : remedyOf(kind),
            values,
          ),
    report,
    details: endpointDetails({
      ...report,
      status: failure.status,
      words,
    }),
  });
}

function signsOf(
  { status, model, sent }: EndpointFailure,
  { codes, param, isPage, ...facts }: EndpointErrorFacts,
  retryAfterMs: number | null,
): FailureSigns {
  const said = isPage ? '' : facts.message.slice(0, MAX_WORDS_LENGTH).replaceAll(EXCEPTIONS, ' ').trim();
  const namesModel = model !== null && said.includes(model);
  const message = namesModel ? said.replaceAll(model, '…') : said;
  return {
    status: status ?? facts.status,
    codes: [
      ...codes,
      `param:${param}`,
      ...(namesModel ? ['names:model'] : []),
      ...(retryAfterMs === null ? [] : ['asks:wait']),
    ],
    unabridged: message,
    // Removes paths: an error that quotes an unknown path, such as /v1/models, isn't about a model.
    message: message.replaceAll(/(^|\s)\/\S*/g, ' ').trim(),
    param,
    sent,
    hasModel: model !== null,
  };
}

/** Names of exceptions, which proxies write before a message. Their words say how a program sorts errors, not what happened. */
const EXCEPTIONS = /\b(?:[a-z_]\w*\.)*[A-Z]\w*(?:Error|Exception)\b(?::| -)?/g;

/**
 * Words about a key. An error inside an answer that has the code 401, but none of these words, isn't about the
 * connection's key, because the endpoint accepted that key before it began to answer.
 */
const KEY_WORDS = /\bkey|credential|authenti|unauthori/i;

function kindOf(failure: EndpointFailure, signs: FailureSigns, message: string): FailureKind {
  if (failure.status === 401 && failure.asksLogin) return 'login';
  const kind = kindOfFailure(signs);
  if (FAILURES[kind] !== 'auth') return kind;
  const meant = keyMeant(message, failure);
  if (meant !== null) return meant === 'sent' ? 'key' : 'upstream-key';
  const hasWords = failure.status !== null || KEY_WORDS.test([signs.message, ...signs.codes].join(' '));
  if (!hasWords) return 'refused';
  // CLIProxyAPI passes its provider's 401 on unchanged. Some endpoints list their models without checking the
  // key, so a list doesn't prove that the connection's key is valid.
  return failure.hasListedModels ? 'either-key' : kind;
}
