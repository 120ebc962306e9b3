import { isStewardError, StewardError } from '@/src/core/errors';

/** True for the errors of a request that a server got and may still carry out: no answer, or none within its time limit. */
export function isUnanswered(error: unknown): error is StewardError {
  return isStewardError(error) && ['aborted', 'page-protocol', 'timeout'].includes(error.code);
}

/**
 * The error of a change of several requests after its undoing. `outcome`: a sentence on what the server has now. `isOpen`:
 * true if a request of the change was not answered. Then the error keeps its code, since it may still be carried out;
 * otherwise it is `state-refused`.
 */
export function failedChange(cause: unknown, isOpen: boolean, outcome: string): StewardError {
  const known = isStewardError(cause) ? cause : null;
  const later = isOpen ? ' The request without an answer may still take effect.' : '';
  const code = isOpen && known !== null ? known.code : 'state-refused';
  return new StewardError(code, `${known?.message ?? String(cause)} ${outcome}${later}`, {
    remedy: 'Look at the page before going on.',
    cause,
  });
}

/** A server's refusal of a change. `what`: how its sentence begins, e.g. "The server refused the rules of openai". */
export function refusedChange(what: string, status: number, reason: string | null): StewardError {
  const why = reason === null ? '' : `: ${reason}`;
  return new StewardError('state-refused', `${what} (${status}${why}).`, {
    remedy: 'Look at the page before going on.',
  });
}

/** An answer that the API of a page doesn't give. `api`: its name, e.g. "Open WebUI’s API"; `product`: the server's. */
export function unlikeApi(
  { origin, api, product }: { origin: string; api: string; product: string },
  status: number,
): StewardError {
  return new StewardError('page-protocol', `${origin} didn’t answer like ${api}.`, {
    remedy: `Reload the page; if it happens again, this version of ${product} isn’t supported.`,
    details: `status ${status}`,
  });
}
