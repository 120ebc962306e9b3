import { StewardError } from '../errors';
import type { ToolResult } from '../tools/tool-definition';

/** The chat's policy forbids the tool. */
export function denied(name: string): ToolResult {
  return {
    success: false,
    message: `The person’s settings for this chat don’t allow ${name}.`,
    error_code: 'denied_by_policy',
  };
}

/** The person said no; `note` is why, in their words, or empty. */
export function rejected(note: string): ToolResult {
  return {
    success: false,
    message: note === '' ? 'The person refused this call.' : `The person refused this call: ${note}`,
    error_code: 'rejected_by_user',
  };
}

/** The page isn't what the model saw any more. */
export function pageChanged(): ToolResult {
  return {
    success: false,
    message: 'The page was changed by hand meanwhile, so nothing was done. Its new state follows.',
    error_code: 'page_changed',
  };
}

/** The task can't be over while its plan hasn't been put before the person. */
export function planFirst(): ToolResult {
  return {
    success: false,
    message:
      'Not finished yet: the person has to see the plan first. Conclude with a summary of it; finish once it is decided.',
    error_code: 'plan_open',
  };
}

/** What the call would do is no longer what was allowed. */
export function notAuthorised(): ToolResult {
  return {
    success: false,
    message:
      'What this call would do is no longer what was allowed, so nothing was done. Make it again if it is still wanted.',
    error_code: 'not_authorised',
  };
}

/** The result of a call that may have happened: nobody can tell any more. */
export function outcomeUnknown(): ToolResult {
  return {
    success: false,
    message:
      'Steward was interrupted while this call ran. Whether it took effect is unknown; the page’s present state tells.',
    error_code: 'outcome_unknown',
  };
}

/** The result of a call whose end may be missing. */
export function cutOff(): ToolResult {
  return {
    success: false,
    message:
      'The answer ended at its length limit in the middle of this call, so it was not run. Make it again.',
    error_code: 'cut_off',
  };
}

/** The result of a call that nobody answered in time (ledger A-173). */
export function timedOut(name: string, timeoutMs: number): ToolResult {
  return {
    success: false,
    message: `${name} did not answer within ${timeoutMs / 1_000} s.`,
    error_code: 'timeout',
  };
}

/** The result of a call that was never run because the run was stopped. */
export function cancelled(): ToolResult {
  return { success: false, message: 'Stopped before it ran.', error_code: 'cancelled' };
}

/** Thrown when the model keeps writing calls that can't be run (ledger A-168). */
export function tooManyInvalidCalls(last: ToolResult): StewardError {
  return new StewardError('invalid-calls', 'The model could not write a valid call in four attempts.', {
    remedy: 'Word the request differently, or choose another model.',
    details: last.message,
  });
}
