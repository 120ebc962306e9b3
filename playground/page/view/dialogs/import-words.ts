import { assertNever } from '../../../assert-never';
import type { RuleKind } from '../../../filter/decide';
import type { AddOutcome } from '../../state/add-rules';
import type { ImportMode } from '../../state/import-plan';
import type { ImportPreview } from '../../state/import-preview';
import { counted, figure } from '../counted';
import { quoted } from '../rules/quoted';

/** The outcome of one pattern. `refused` prevents the import; `skipped` leaves the pattern out. */
export interface ImportLine {
  pattern: string;
  tone: 'added' | 'kept' | 'skipped' | 'refused';
  text: string;
}

/** The line of a pattern. `isPresent`: the list holds it already. */
export function importLine(outcome: AddOutcome, isPresent: boolean): ImportLine {
  const { pattern } = outcome;
  switch (outcome.kind) {
    case 'added':
      if (isPresent) return { pattern, tone: 'kept', text: 'stays' };
      return { pattern, tone: 'added', text: addedText(outcome.replaced) };
    case 'covered':
      return { pattern, tone: 'skipped', text: `left out: covered by “${outcome.by}”` };
    case 'duplicate':
      return { pattern, tone: 'skipped', text: 'already in the list' };
    case 'invalid':
      return { pattern, tone: 'refused', text: `refused: ${outcome.problem}` };
    default:
      return assertNever(outcome);
  }
}

/** The change of the list: "12 → 15 rules, 2 named twice". */
export function rulesText({ rulesBefore, rulesAfter, duplicates }: ImportPreview): string {
  const twice = duplicates === 0 ? '' : `, ${duplicates} named more than once`;
  return `${figure(rulesBefore)} → ${counted(rulesAfter, 'rule')}${twice}`;
}

/** The reason why the import is not possible, or a warning; null if there is neither. */
export function importHint(
  preview: ImportPreview,
  { kind, mode, isEmpty }: { kind: RuleKind; mode: ImportMode; isEmpty: boolean },
): string | null {
  const refused = preview.outcomes.filter((outcome) => outcome.kind === 'invalid').length;
  if (refused > 0) {
    return `Correct or remove ${refused === 1 ? 'the refused pattern' : `the ${refused} refused patterns`} to import.`;
  }
  if (isEmpty && mode === 'merge') return 'Nothing is named yet.';
  if (isEmpty) {
    return preview.rulesBefore === 0
      ? 'Nothing is named yet, and the list is empty.'
      : `Nothing is named: this clears the list of ${kind} rules.`;
  }
  return preview.canImport ? null : 'The list would stay as it is.';
}

function addedText(replaced: readonly string[]): string {
  return replaced.length === 0 ? 'added' : `added in place of ${quoted(replaced)}, which it covers`;
}
