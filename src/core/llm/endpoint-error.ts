import { StewardError } from '../errors';
import { KEY_REMOVED } from '../secrets/known-secrets';
import { secretMask } from '../secrets/secret-forms';
import { FAILURES, type FailureKind, kindOfFailure } from './endpoint-failures';
import { type EndpointErrorFacts, readEndpointError } from './endpoint-words';
import { endpointDetails, LONG_WAIT_MS } from './retry-after';
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
  /** From the response's headers. */
  retryAfterMs: number | null;
  /** The body's text, or the error object of a stream. */
  body: unknown;
}

// CLIProxyAPI passes its provider's 401 on unchanged. Some endpoints list their models without checking the
// key, so a list doesn't prove that the connection's key is valid.
const EITHER_KEY_REMEDY =
  'Check the connection’s key. If it is right, the endpoint’s own key for the model’s provider was refused: check that one, or choose another model.';
const LONG_WAIT_REMEDY = 'Try again after the time that the endpoint asks for, or choose another model.';

/**
 * Converts the failure to an error. {@link FAILURES} has its code and texts; {@link endpointDetails} formats
 * the details.
 */
export function endpointError(failure: EndpointFailure): StewardError {
  const { host, model, hasListedModels } = failure;
  const facts = readEndpointError(failure.body);
  const retryAfterMs = failure.retryAfterMs ?? facts.retryAfterMs;
  const kind = kindOf(failure, facts);
  const { code, message, remedy } = FAILURES[kind];
  const isEitherKey = code === 'auth' && hasListedModels;
  const contrast = isEitherKey ? ' for this model, though it lists its models with the same key.' : '.';
  const isLong = (retryAfterMs ?? 0) >= LONG_WAIT_MS && ['busy', 'server', 'timeout'].includes(kind);
  return new StewardError(
    code,
    message
      .replace('{host}', () => host)
      .replace('{model}', () => model ?? '')
      .replace(/\.$/, contrast),
    {
      remedy: isEitherKey ? EITHER_KEY_REMEDY : isLong ? LONG_WAIT_REMEDY : remedy,
      details: endpointDetails({
        status: failure.status,
        retryAfterMs,
        // Redact before truncating, or part of a key could leak.
        words: secretMask(failure.secrets, KEY_REMOVED)(facts.message),
      }),
    },
  );
}

function kindOf(failure: EndpointFailure, facts: EndpointErrorFacts): FailureKind {
  const { model } = failure;
  const { message, codes, param } = facts;
  const isAboutModel = param === 'model' || (model !== null && message.includes(model));
  const signs = [
    ...codes,
    ...(isAboutModel ? ['param:model'] : []),
    // Without paths: an unknown path may contain "models".
    message.replaceAll(/(^|\s)\/\S*/g, ' '),
  ];
  const kind = kindOfFailure(failure.status ?? facts.status, signs.join('\n'), model !== null);
  return FAILURES[kind].code === 'auth' && isUpstreamKey(message, failure) ? 'upstream-key' : kind;
}
