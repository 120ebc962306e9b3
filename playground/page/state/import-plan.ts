import { assertNever } from '../../assert-never';
import { newRuleProblem } from '../../filter/rules';
import { type AddOutcome, addPatterns } from './add-rules';
import { readRuleList } from './read-rule-list';
import { sameList } from './rule-sets';

/** `merge` adds each rule to the existing list; `replace` replaces the list. */
export type ImportMode = 'merge' | 'replace';

/** The outcome of an import, before it is applied. */
export interface ImportPlan {
  list: readonly string[];
  /** One for each distinct pattern, in order. With `replace` only `added` and `invalid` occur. */
  outcomes: readonly AddOutcome[];
  /** Number of repeated patterns in the text. */
  duplicates: number;
  /** False if a pattern is invalid, or if the list would not change. */
  canImport: boolean;
}

/**
 * Plans the import of patterns, separated by commas or line breaks, into a list. Merging works like the input
 * field: patterns that are covered on these models are left out, and rules that a new one covers are removed.
 * Replacing uses the list as given, so an empty text clears it.
 */
export function planImport(
  list: readonly string[],
  text: string,
  mode: ImportMode,
  modelIds: readonly string[],
): ImportPlan {
  const { patterns, duplicates } = readRuleList(text);
  const { list: planned, outcomes } = takePatterns(list, patterns, mode, modelIds);
  const isValid = outcomes.every((outcome) => outcome.kind !== 'invalid');
  return { list: planned, outcomes, duplicates, canImport: isValid && !sameList(list, planned) };
}

function takePatterns(
  list: readonly string[],
  patterns: readonly string[],
  mode: ImportMode,
  modelIds: readonly string[],
): { list: readonly string[]; outcomes: readonly AddOutcome[] } {
  switch (mode) {
    case 'merge':
      return addPatterns(list, patterns, modelIds);
    case 'replace': {
      const outcomes = patterns.map(asNamed);
      return {
        list: patterns.filter((_, index) => outcomes[index]?.kind === 'added'),
        outcomes,
      };
    }
    default:
      return assertNever(mode);
  }
}

function asNamed(pattern: string): AddOutcome {
  const problem = newRuleProblem(pattern);
  return problem === null ? { pattern, kind: 'added', replaced: [] } : { pattern, kind: 'invalid', problem };
}
