import { pageProblem } from './page-problem';

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
