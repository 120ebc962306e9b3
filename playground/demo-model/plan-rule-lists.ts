import type { RuleKind } from '../filter/decide';
import type { Intent } from './intent';
import { ruleCountsOf } from './page-view';
import { callItem, type PlanContext, type PlanItem, problem } from './plan-item';
import { be, code, count, plain } from './sentence';

const KINDS = ['ignore', 'whitelist'] as const satisfies readonly RuleKind[];

/** Empties the lists of this kind, or both, by the tool for it; null where the tools aren't offered. */
export function planClear(list: RuleKind | null, context: PlanContext): PlanItem[] | null {
  const { sight, tools } = context;
  const kinds = KINDS.filter((kind) => list === null || kind === list);
  if (sight.kind === 'unseen' || !kinds.every((kind) => tools.has(clearing(kind)))) return null;
  const { page } = sight;
  const counts =
    page.models.kind === 'elsewhere'
      ? ruleCountsOf(page, page.provider)
      : page.areRulesCut
        ? null
        : { ignore: page.ignore.length, whitelist: page.whitelist.length };
  const filled = kinds.filter((kind) => counts === null || counts[kind] > 0);
  if (filled.length === 0) {
    const which = list === null ? 'rule' : `${list} rule`;
    return [problem(`There is no ${which} on ${code(page.provider)}, so I removed nothing.`)];
  }
  return filled.map((kind) => {
    const rules = counts === null ? `All ${kind} rules` : `${count(counts[kind], `${kind} rule`)}`;
    return callItem(
      context,
      clearing(kind),
      {},
      `${rules} of ${code(page.provider)} ${be(counts?.[kind] ?? 0)} to go, so the whole list is emptied.`,
    );
  });
}

/** Imports the rules that a message brings along. Replacing one list keeps the other as it is. */
export function planImport(
  { rules, mode }: Extract<Intent, { kind: 'import' }>,
  context: PlanContext,
): PlanItem[] {
  const given = KINDS.filter((kind) => rules[kind] !== undefined);
  const sizes = given.map((kind) => count(rules[kind]?.length ?? 0, `${kind} rule`)).join(' and ');
  const reason = `The message brings ${sizes}; they are to ${mode === 'merge' ? 'be added to those there are' : 'replace those there are'}.`;
  if (mode === 'merge' || given.length === KINDS.length) {
    const values = { ignore: rules.ignore ?? [], whitelist: rules.whitelist ?? [], mode };
    return [callItem(context, 'import_rules', values, reason)];
  }
  const { sight } = context;
  const isShown = sight.kind === 'seen' && sight.page.models.kind !== 'elsewhere' && !sight.page.areRulesCut;
  if (!isShown) {
    const other = given.includes('ignore') ? 'whitelist' : 'ignore';
    return [
      problem(
        `Replacing sets both lists, and I am not shown the ${other} rules that are to stay${context.provider === null ? '' : ` on ${code(plain(context.provider))}`}. Give them too, in a line that begins with "${other}:".`,
      ),
    ];
  }
  const { ignore, whitelist } = { ignore: sight.page.ignore, whitelist: sight.page.whitelist, ...rules };
  return [callItem(context, 'import_rules', { ignore, whitelist, mode }, `${reason} The other list stays.`)];
}

function clearing(kind: RuleKind): 'clear_all_ignore_rules' | 'clear_all_whitelist_rules' {
  return kind === 'ignore' ? 'clear_all_ignore_rules' : 'clear_all_whitelist_rules';
}
