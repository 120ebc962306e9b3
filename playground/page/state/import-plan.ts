import { assertNever } from '../../assert-never';
import { ruleProblem } from '../../filter/rules';
import { type AddOutcome, addPatterns } from './add-rules';
import { readRuleList } from './read-rule-list';
import { sameList } from './rule-sets';

/** How a text of rules meets the list that is there: each is added to it, or they take its place. */
export type ImportMode = 'merge' | 'replace';

/** What an import would make of a list. */
export interface ImportPlan {
  list: readonly string[];
  /** One for each distinct pattern of the text, in its order. Replacing knows `added` and `invalid` only. */
  outcomes: readonly AddOutcome[];
  /** How many patterns the text names again. */
  duplicates: number;
  /** False when a pattern can't be a rule, or when the list would stay as it is. */
  canImport: boolean;
}

/**
 * Plans the import of patterns, separated by commas or line breaks, into a list. Merging goes the way of the field:
 * what is covered on these models is left out, and what a new rule covers goes. Replacing takes the list as it is
 * named, and an empty text so clears it.
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
  const problem = ruleProblem(pattern);
  return problem === null ? { pattern, kind: 'added', replaced: [] } : { pattern, kind: 'invalid', problem };
}
