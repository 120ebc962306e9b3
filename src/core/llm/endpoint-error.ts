import { isRequestedAgain } from '@/src/schema/values/error-code';
import { say } from '@/src/schema/values/said';
import { type StewardError, textError } from '../errors';
import { KEY_REMOVED } from '../secrets/known-secrets';
import { secretMask } from '../secrets/secret-forms';
import { FAILURES, type FailureKind, type FailureSigns, kindOfFailure } from './endpoint-failures';
import { type EndpointErrorFacts, MAX_WORDS_LENGTH, readEndpointError } from './endpoint-words';
import { namedSetting } from './named-setting';
import { endpointDetails, LONG_WAIT_MS, waitRemedy } from './retry-after';
import { isUpstreamKey } from './upstream-words';

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
  /** The endpoint's time, in milliseconds since 1970; NaN if unknown. */
  nowMs: number;
  /** The body's text, or the error object of a stream. */
  body: unknown;
}

/**
 * Converts the failure to an error. {@link FAILURES} has its code and texts; {@link endpointDetails} formats
 * the details.
 */
export function endpointError(failure: EndpointFailure): StewardError {
  const { host, model } = failure;
  const facts = readEndpointError(failure.body, failure.nowMs);
  const retryAfterMs = failure.retryAfterMs ?? facts.retryAfterMs;
  const signs = signsOf(failure, facts, retryAfterMs);
  const kind = kindOf(failure, signs);
  const { code, remedy } = FAILURES[kind];
  // Retrying later doesn't help if a quota is used up: a wait doesn't renew it.
  const report = { retryAfterMs: kind === 'quota' ? null : retryAfterMs };
  const label = namedSetting(signs)?.label ?? null;
  const values = { host, model: model ?? '', setting: label === null ? '' : say(label) };
  return textError(code, say(`error.llm.failure.${kind}`, values), {
    remedy:
      retryAfterMs !== null && retryAfterMs >= LONG_WAIT_MS && isRequestedAgain(code)
        ? waitRemedy(retryAfterMs)
        : say(remedy, values),
    report,
    details: endpointDetails({
      ...report,
      status: failure.status,
      // Redact before truncating, or part of a key could leak.
      words: secretMask(failure.secrets, KEY_REMOVED)(facts.message),
    }),
  });
}

function signsOf(
  { status, model, sent }: EndpointFailure,
  { codes, param, ...facts }: EndpointErrorFacts,
  retryAfterMs: number | null,
): FailureSigns {
  const message = facts.message.slice(0, MAX_WORDS_LENGTH);
  const namesModel = model !== null && message.includes(model);
  return {
    status: status ?? facts.status,
    codes: [
      ...codes,
      `param:${param}`,
      ...(namesModel ? ['names:model'] : []),
      ...(retryAfterMs === null ? [] : ['asks:wait']),
    ],
    message: facts.isPage
      ? ''
      : `'${param?.split(/[.[\]]+/).at(-1)}' ${namesModel ? message.replaceAll(model, '…') : message}`
          // Removes paths: an error that quotes an unknown path, such as /v1/models, isn't about a model.
          .replaceAll(/(^|\s)\/\S*/g, ' '),
    sent,
  };
}

/**
 * Words about a key. An error inside an answer that has the code 401, but none of these words, isn't about the
 * connection's key, because the endpoint accepted that key before it began to answer.
 */
const KEY_WORDS = /\bkey|credential|authenti|unauthori|密钥|令牌|鉴权|キー|clave|\bclé|schlüssel|ключ/i;

function kindOf(failure: EndpointFailure, signs: FailureSigns): FailureKind {
  const kind = kindOfFailure(signs, failure.model !== null);
  if (FAILURES[kind].code !== 'auth') return kind;
  if (isUpstreamKey(signs.message, failure)) return 'upstream-key';
  const hasWords = failure.status !== null || KEY_WORDS.test([signs.message, ...signs.codes].join(' '));
  if (!hasWords) return 'refused';
  // CLIProxyAPI passes its provider's 401 on unchanged. Some endpoints list their models without checking the
  // key, so a list doesn't prove that the connection's key is valid.
  return failure.hasListedModels ? 'either-key' : kind;
}
