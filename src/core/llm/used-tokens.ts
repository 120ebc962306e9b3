import { isStewardError } from '../errors';
import type { AssembledUsage } from './response-assembler';

/** The state of a request while its response is received. */
export interface RequestProgress {
  /** True from sending until a failure that is retried; false while the request waits for other requests. */
  isOut: boolean;
  /** True once a chunk has arrived: the request is no longer retried. */
  hasBegun: boolean;
  usage: AssembledUsage | null;
}

/**
 * True if a request whose response was dropped may have used tokens: a chunk had arrived, or the endpoint was still
 * working when Steward stopped waiting. An endpoint that refused the request used none.
 */
export function mayHaveUsedTokens({ isOut, hasBegun }: RequestProgress, error: unknown): boolean {
  if (hasBegun) return true;
  if (!isOut || !isStewardError(error)) return false;
  return error.code === 'aborted' || (error.code === 'timeout' && error.report === null);
}
