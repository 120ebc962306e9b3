import type { z } from 'zod';
import type { DryRunRequest, DryRunRow } from '@/src/schema/dry-run';
import type { JsonObject } from '@/src/schema/values/json';
import type { ListChange } from '../../kit/rule-list/list-changes';
import {
  type ModelFilterContext,
  RULE_KINDS,
  type RuleKind,
  type RuleSet,
  rulesOf,
} from '../model-filter-context';
import { newRuleProblem } from '../rule-list';
import { ruleLabel } from '../sentence-parts';
import { applyRulesTool } from '../tools/apply-tools';
import { importRulesTool } from '../tools/import-tools';
import { changesByList, withoutChanges } from './left-out-changes';
import type { MemoryPage } from './memory-page';
import { mergeRows } from './merge-rows';
import { rowId } from './row-id';

/** The parts of a call that the user can leave out, and its arguments without the parts that are left out. */
export interface RowPlan {
  rows: DryRunRow[];
  args: JsonObject;
}

/** The rows of a call of `import_rules` or `apply_rules`; other calls can't be split. */
export async function planRows({ tool, args, leftOut }: DryRunRequest, page: MemoryPage): Promise<RowPlan> {
  const left = new Set(leftOut);
  // Invalid arguments are reported by the tool itself.
  if (tool === 'import_rules') {
    const call = importRulesTool.input.safeParse(args);
    if (call.success) return importRows(call.data, args, page, left);
  }
  if (tool === 'apply_rules') {
    const call = applyRulesTool.input.safeParse(args);
    if (call.success) return applyRows(call.data.rule_sets, page.context(), left);
  }
  return { rows: [], args };
}

async function importRows(
  { mode, provider: wanted, ...given }: z.output<typeof importRulesTool.input>,
  args: JsonObject,
  page: MemoryPage,
  left: ReadonlySet<string>,
): Promise<RowPlan> {
  const context = page.context();
  const provider = wanted ?? context.provider;
  if (!context.providers.includes(provider)) return { rows: [], args };
  const before = rulesOf(context.drafts, provider);
  // The models decide which rules cover others.
  const { rows, set } =
    mode === 'merge'
      ? mergeRows({ before, given, ids: (await page.modelsOf(provider)) ?? [], left })
      : setRows({ before, given, left, provider: null });
  return { rows, args: { ...args, ...set } };
}

function applyRows(
  given: readonly ({ provider: string } & RuleSet)[],
  context: ModelFilterContext,
  left: ReadonlySet<string>,
): RowPlan {
  const plans = given.map(({ provider, ...set }, index) => {
    const before = rulesOf(context.drafts, provider);
    const plan = setRows({ before, given: set, left, provider });
    // The tool refuses a second set for the same provider; its rows would have the ids of the first.
    const isFirst = given.findIndex((other) => other.provider === provider) === index;
    return { rows: isFirst ? plan.rows : [], set: { provider, ...plan.set } };
  });
  return { rows: plans.flatMap(({ rows }) => rows), args: { rule_sets: plans.map(({ set }) => set) } };
}

/** One row for each change that a given set makes to the existing rules. */
function setRows({
  before,
  given,
  left,
  provider,
}: {
  before: RuleSet;
  given: RuleSet;
  left: ReadonlySet<string>;
  /** Prefix of the rows' texts; null for none. */
  provider: string | null;
}): { rows: DryRunRow[]; set: RuleSet } {
  const isLeftOut = (kind: RuleKind) => (change: ListChange) => left.has(rowId(provider, kind, change));
  const rows = RULE_KINDS.flatMap((kind) =>
    changesByList(before[kind], given[kind]).map((change): DryRunRow => {
      const what = change.pattern === null ? `order of the ${kind} rules` : ruleLabel(kind, change.pattern);
      const problem = change.kind === 'added' ? newRuleProblem(change.pattern, []) : null;
      return {
        id: rowId(provider, kind, change),
        kind: change.kind,
        text: provider === null ? what : `${provider}: ${what}`,
        note: problem === null ? null : `can’t be a rule: ${problem}`,
        isLeftOut: isLeftOut(kind)(change),
      };
    }),
  );
  const list = (kind: RuleKind) => withoutChanges(before[kind], given[kind], isLeftOut(kind));
  return { rows, set: { ignore: list('ignore'), whitelist: list('whitelist') } };
}
