import { isStewardError } from '@/src/core/errors';
import type { Problems } from './problems';
import type { Trouble } from './trouble';

/** Name of the attempt to answer an approval request. */
export const ANSWERING = 'answering';

/** Controls in use. */
export interface Attempts {
  /** Something else than a control begins that may change the record or the page. */
  noteOther(): void;
  /**
   * Uses a control: it has to be carried out, or refused with a reason; if it is refused while nothing else happens,
   * nothing may have changed. Resolves with null if it is refused, and never if the worker dies in the middle.
   */
  attempt<Result>(name: string, control: () => Promise<Result>): Promise<Result | null>;
}

/**
 * @param deps.isQuiet whether nothing happens
 * @param deps.fingerprint differs whenever the record or the page differs
 */
export function createAttempts(deps: {
  isQuiet(): boolean;
  fingerprint(): string;
  trouble: Trouble;
  problems: Problems;
}): Attempts {
  const { isQuiet, fingerprint, trouble, problems } = deps;
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
        if (!isStewardError(error) || (error.code === 'storage' && !trouble.hasFailed)) {
          problems.add(`${name} failed: ${error}`);
        } else if (error.code === 'storage') {
          trouble.wasRefused = true;
        } else if (name === ANSWERING && error.code === 'page-changed') {
          // Then the approval request is renewed.
        } else if (before !== null && number === attempts && fingerprint() !== before) {
          problems.add(`${name} was refused (${error.code}), but something was changed`);
        }
        return null;
      }
    },
  };
}
