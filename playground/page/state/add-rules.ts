import { addRule, splitPatterns } from '../../filter/rules';

/** The outcome of adding one pattern. */
export type AddOutcome = { pattern: string } & (
  | { kind: 'added'; replaced: readonly string[] }
  | { kind: 'covered'; by: string }
  | { kind: 'duplicate' }
  | { kind: 'invalid'; problem: string }
);

/**
 * Adds the comma-separated patterns of `text` to a list, in order. Patterns that were not added are returned
 * in `rest`, joined for the input field, so that the user can correct them.
 */
export function addRules(
  list: readonly string[],
  text: string,
  modelIds: readonly string[],
): { list: readonly string[]; outcomes: AddOutcome[]; rest: string } {
  const added = addPatterns(list, splitPatterns(text), modelIds);
  const rest = added.outcomes.filter((outcome) => outcome.kind !== 'added').map((outcome) => outcome.pattern);
  return { ...added, rest: rest.join(', ') };
}

/** Adds patterns to a list, in order; returns the same list if none was added. */
export function addPatterns(
  list: readonly string[],
  patterns: readonly string[],
  modelIds: readonly string[],
): { list: readonly string[]; outcomes: AddOutcome[] } {
  let current = list;
  const outcomes = patterns.map((pattern): AddOutcome => {
    const result = addRule(current, pattern, modelIds);
    if (result.kind !== 'added') return { pattern, ...result };
    current = result.list;
    return { pattern, kind: 'added', replaced: result.replaced };
  });
  return { list: current, outcomes };
}
