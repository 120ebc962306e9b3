import { type StewardError, textError, toStewardError } from '@/src/core/errors';
import { say } from '@/src/schema/values/said';

/** The facts of an error in English. In a page's script, the message of an error is only the id of its text. */
export function factsOf(error: unknown): string {
  const { message, details } = toStewardError(error);
  return details ?? message;
}

/**
 * The error for a change that failed. `isOpen`: the change's last step may still take effect; the error then keeps the
 * code of its cause.
 */
export function changeFailed(isRestored: boolean, isOpen: boolean, cause: unknown): StewardError {
  return textError(
    isOpen ? toStewardError(cause).code : 'state-refused',
    say(isRestored ? 'kit.change.failed' : 'kit.change.failedPartly'),
    {
      remedy: say(isOpen ? 'kit.change.openRemedy' : 'remedy.lookThenRetry'),
      details: isRestored ? factsOf(cause) : `${factsOf(cause)} The state before could not be restored.`,
      cause,
    },
  );
}
