/**
 * The reason for which the only key for a provider gave no answer. The real proxy counts temporary failures, and lists
 * permanent ones individually.
 */
export type CredentialFailure =
  | { kind: 'passing'; errorType: 'rate_limit' | 'server_error' | 'api_connection' }
  | { kind: 'lasting'; errorType: 'authentication' | 'invalid_request'; status: number };

/** The kind of failure for a provider's status, which must be 400 or higher. */
export function failureOfStatus(status: number): CredentialFailure {
  if (status === 429) return { kind: 'passing', errorType: 'rate_limit' };
  if (status >= 500) return { kind: 'passing', errorType: 'server_error' };
  const errorType = status === 401 || status === 403 ? 'authentication' : 'invalid_request';
  return { kind: 'lasting', errorType, status };
}

/**
 * The real proxy's answer to a streaming request when no key of the provider gave an answer: status 200, with an event
 * that contains the error. `reason` is the provider's answer, or why there is none.
 */
export function exhaustedStream(provider: string, failure: CredentialFailure, reason: string): Response {
  const error = {
    message: `All 1 credential(s) exhausted for ${provider}. ${reason}`,
    type: 'proxy_all_credentials_exhausted',
    details: { timeout: false, ...detailsOf(failure, reason) },
  };
  return new Response(`data: ${JSON.stringify({ error })}\n\ndata: [DONE]\n\n`, {
    headers: { 'Content-Type': 'text/event-stream' },
  });
}

function detailsOf(failure: CredentialFailure, message: string) {
  if (failure.kind === 'passing') return { normal_error_summary: `1 ${failure.errorType}` };
  const { errorType, status } = failure;
  const entry = { credential: '***', error_type: errorType, status_code: status, message };
  return { abnormal_errors: [entry] };
}
