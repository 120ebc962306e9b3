import { isStewardError } from '@/src/core/errors';
import type { FaultState } from './fault-state';
import type { Problems } from './problems';

/** Name of the attempt to answer an approval request. */
export const ANSWERING = 'answering';

/** Uses the loop's controls, and checks how each one ends. */
export interface Attempts {
  /** Something other than a control begins that may change the record or the page. */
  noteOther(): void;
  /**
   * Uses a control: it must succeed, or be refused with a `StewardError`. A refusal while nothing else happens must
   * leave the record and the page unchanged. Resolves with null if refused; never resolves if the worker dies meanwhile.
   */
  attempt<Result>(name: string, control: () => Promise<Result>): Promise<Result | null>;
}

/**
 * @param deps.isQuiet true while no step is pending and no request is open
 * @param deps.fingerprint differs whenever the record or the page differs
 */
export function createAttempts(deps: {
  isQuiet(): boolean;
  fingerprint(): string;
  faultState: FaultState;
  problems: Problems;
}): Attempts {
  const { isQuiet, fingerprint, faultState, problems } = deps;
  let attempts = 0;
  return {
    noteOther() {
      attempts += 1;
    },
    async attempt(name, control) {
      attempts += 1;
      const number = attempts;
      const before = isQuiet() ? fingerprint() : null;
      try {
        return await control();
      } catch (error) {
        if (!isStewardError(error) || (error.code === 'storage' && !faultState.hasFailed)) {
          problems.add(`${name} failed: ${error}`);
        } else if (error.code === 'storage') {
          faultState.wasRefused = true;
        } else if (name === ANSWERING && error.code === 'page-changed') {
          // This refusal renews the approval request, so the record may change.
        } else if (before !== null && number === attempts && fingerprint() !== before) {
          problems.add(`${name} was refused (${error.code}), but something was changed`);
        }
        return null;
      }
    },
  };
}
