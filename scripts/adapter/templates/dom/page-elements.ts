import { StewardError } from '@/src/core/errors';
import { pageProblem } from '../page-problem';

/** Polling interval for a page to come to rest, in milliseconds. */
const REST_INTERVAL_MS = 20;

/**
 * The first element that matches. Throws `page-protocol` if there is none or if it is of another kind; a default value
 * instead would be a wrong reading.
 */
export function requireElement<Kind extends HTMLElement>(
  root: ParentNode,
  selector: string,
  kind: new () => Kind,
): Kind {
  const element = root.querySelector(selector);
  if (element instanceof kind) return element;
  throw pageProblem('page-protocol', `The page has no ${selector} where Steward expects it.`);
}

/**
 * Builds an object of these entries. Throws `page-protocol` if two have the same name, because nothing would
 * distinguish them.
 */
export function uniqueEntries<Value>(entries: readonly (readonly [string, Value])[]): {
  [name: string]: Value;
} {
  const object = Object.fromEntries(entries);
  if (Object.keys(object).length === entries.length) return object;
  throw pageProblem('page-protocol', 'Two parts of the page have the same name.');
}

/**
 * Resolves once `isAtRest` returns true, for example when a page has no pending request. Rejects with `timeout` when
 * the signal aborts.
 */
export async function untilAtRest(isAtRest: () => boolean, signal: AbortSignal): Promise<void> {
  while (!isAtRest()) {
    if (signal.aborted) {
      throw new StewardError('timeout', 'The page did not finish the change.', {
        remedy: 'Look at the page, then try again.',
      });
    }
    await new Promise((resolve) => setTimeout(resolve, REST_INTERVAL_MS));
  }
}
