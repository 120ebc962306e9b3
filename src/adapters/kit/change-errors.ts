import { StewardError, toStewardError } from '@/src/core/errors';
import { say, sentences } from '@/src/schema/values/said';

/** The facts of an error in English. In a page's script, the message of an error is only the id of its text. */
export function factsOf(error: unknown): string {
  const { message, details } = toStewardError(error);
  return details ?? message;
}

/**
 * The error for a change that failed: the words of its cause, which only the adapter knows, and the state in which the page is now.
 * `isOpen`: the change's last step may still take effect; the error then keeps the code of its cause.
 */
export function changeFailed(isRestored: boolean, isOpen: boolean, cause: unknown): StewardError {
  const { code, said, remedy } = toStewardError(cause);
  const state = say(isRestored ? 'kit.change.restored' : 'kit.change.notRestored');
  return new StewardError(isOpen ? code : 'state-refused', sentences(said, state), {
    remedy: isOpen ? say('kit.change.openRemedy') : remedy,
    details: isRestored ? factsOf(cause) : `${factsOf(cause)} The state before could not be restored.`,
    cause,
  });
}
