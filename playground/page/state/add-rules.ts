import { addRule, splitPatterns } from '../../filter/rules';

/** What became of one pattern that was to be added. */
export type AddOutcome = { pattern: string } & (
  | { kind: 'added'; replaced: readonly string[] }
  | { kind: 'covered'; by: string }
  | { kind: 'duplicate' }
  | { kind: 'invalid'; problem: string }
);

/**
 * Adds the comma-separated patterns of `text` to a list, one after the other. Those that were not added come back
 * in `rest`, joined for the input, so that they can be mended there.
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

/** Adds patterns to a list, one after the other; answers with the list itself when none was added. */
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
