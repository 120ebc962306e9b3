import { assertNever } from '@/src/core/assert-never';
import type { DryRunRow } from '@/src/schema/dry-run';
import { RULE_KINDS, type RuleKind, type RuleSet } from '../model-filter-context';
import { ruleLabel } from '../sentence-parts';
import { planImport, type RuleOutcome } from '../tools/plan-import';
import { rulesInWords } from '../tools/tool-results';
import { rowId } from './row-id';

/** One row for each rule to merge, and the lists without the rows that are left out. */
export function mergeRows({
  before,
  given,
  ids,
  left,
}: {
  before: RuleSet;
  given: RuleSet;
  ids: readonly string[];
  left: ReadonlySet<string>;
}): { rows: DryRunRow[]; set: RuleSet } {
  const idOf = (kind: RuleKind, pattern: string) => rowId(null, kind, { kind: 'added', pattern });
  const stays = (kind: RuleKind) => given[kind].filter((pattern) => !left.has(idOf(kind, pattern)));
  const set = { ignore: stays('ignore'), whitelist: stays('whitelist') };
  // If a covering rule is left out, the rules that it covers need their notes computed without it.
  const notes = new Map([...notesOn(before, given, ids), ...notesOn(before, set, ids)]);
  const rows = RULE_KINDS.flatMap((kind) =>
    [...new Set(given[kind])].map((pattern): DryRunRow => {
      const id = idOf(kind, pattern);
      const text = ruleLabel(kind, pattern);
      return { id, kind: 'added', text, note: notes.get(text) ?? null, isLeftOut: left.has(id) };
    }),
  );
  return { rows, set };
}

/** The outcome of each rule, by its label; of a rule given twice, the outcome of the first. */
function notesOn(before: RuleSet, given: RuleSet, ids: readonly string[]): Map<string, string | null> {
  const { outcomes } = planImport(before, given, 'merge', ids);
  return new Map(
    outcomes.toReversed().map((outcome) => [ruleLabel(outcome.kind, outcome.pattern), noteOn(outcome)]),
  );
}

function noteOn(outcome: RuleOutcome): string | null {
  switch (outcome.outcome) {
    case 'added':
      return outcome.addition.replaced.length === 0
        ? null
        : `takes the place of ${rulesInWords(outcome.addition.replaced)}`;
    case 'covered':
      return `covered by ${rulesInWords(outcome.by)}`;
    case 'duplicate':
    case 'kept':
      return 'is there already';
    case 'invalid':
      return `can’t be a rule: ${outcome.why}`;
    default:
      return assertNever(outcome);
  }
}
