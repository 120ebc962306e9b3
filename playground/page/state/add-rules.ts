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
  let current = list;
  const outcomes: AddOutcome[] = [];
  for (const pattern of splitPatterns(text)) {
    const result = addRule([...current], pattern, [...modelIds]);
    if (result.kind === 'added') {
      current = result.list;
      outcomes.push({ pattern, kind: 'added', replaced: result.replaced });
    } else {
      outcomes.push({ pattern, ...result });
    }
  }
  const rest = outcomes.filter((outcome) => outcome.kind !== 'added').map((outcome) => outcome.pattern);
  return { list: current, outcomes, rest: rest.join(', ') };
}
