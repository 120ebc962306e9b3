import type { Target } from './intent';
import { ruleCountsOf } from './page-view';
import {
  answer,
  callItem,
  type KnownTool,
  type PlanContext,
  type PlanItem,
  problem,
  wholeCall,
} from './plan-item';
import { type Selection, selectNewest } from './select-newest';
import { code, nameList } from './sentence';

/** So many calls go out one by one, so that each shows what it does; more go as whole rule sets, in one write. */
const MAX_STEPS = 10;

/**
 * Hides all but the newest models, of each family or in all, for each of these providers. Nothing is done as long as
 * it isn't clear for every one of them what would stay: that could hide too much.
 */
export function planNewest(targets: readonly Target[], contexts: readonly PlanContext[]): PlanItem[] {
  const results = contexts.map((context) => selectNewest(targets, context));
  const obstacles = results.flatMap((result) => ('items' in result ? result.items : []));
  const lookups = obstacles.filter((item) => item.kind === 'call');
  if (lookups.length > 0) return lookups;
  if (obstacles.length > 0) return obstacles;
  const selections = results.flatMap((result) => ('items' in result ? [] : [result]));
  const full = selections.filter(({ patterns }) => patterns.length > 0);
  const empty = selections.filter(({ patterns }) => patterns.length === 0).map(({ provider }) => provider);
  const left =
    empty.length === 0
      ? []
      : [answer(`I found nothing to keep on ${nameList(empty)}, so I left the rules there alone.`)];
  if (full.length === 0)
    return [problem(`I found no model to keep on ${nameList(empty)}, so I changed nothing.`)];
  const steps = full.flatMap(stepwise);
  const [first] = full;
  const isInOne = steps.length > MAX_STEPS && first?.context.tools.has('apply_rules');
  const calls = isInOne ? [inOneWrite(full)] : steps;
  return [...calls, summary(full), ...left];
}

/** First the lists are emptied, then `*` hides all, then each one that stays is let through (ledger A-196). */
function stepwise({ context, provider, patterns, reason }: Selection): PlanItem[] {
  const { sight } = context;
  if (sight.kind === 'unseen') return [];
  const { page } = sight;
  const isElsewhere = page.models.kind === 'elsewhere';
  const counts = isElsewhere ? ruleCountsOf(page, provider) : null;
  const ignore = isElsewhere ? (counts?.ignore ?? 1) : page.ignore.length;
  const whitelist = isElsewhere ? (counts?.whitelist ?? 1) : page.whitelist.length;
  const next = `The next step of the plan for ${code(provider)}.`;
  const step = (name: KnownTool, values: Record<string, unknown>) => (why: string) =>
    callItem(context, name, values, why);
  const steps = [
    ...(ignore > 0 ? [step('clear_all_ignore_rules', {})] : []),
    ...(whitelist > 0 ? [step('clear_all_whitelist_rules', {})] : []),
    step('add_ignore_rule', { pattern: '*' }),
    ...patterns.map((pattern) => step('add_whitelist_rule', { pattern })),
  ];
  return steps.map((toItem, at) => toItem(at === 0 ? `${reason} ${PLAN}` : next));
}

const RULE_OF_AGE =
  'A family is a name without version, date and words such as preview; in it the highest version counts, then a latest or undated name, then the date, and previews only where there is nothing else.';
const PLAN = `Plan: empty the rules that are there, hide everything with the ignore rule \`*\`, and let the newest through by whitelist rules. ${RULE_OF_AGE}`;

function inOneWrite(selections: readonly Selection[]): PlanItem {
  const sets = selections.map(({ provider, patterns }) => ({ provider, ignore: ['*'], whitelist: patterns }));
  const reasons = selections.map(({ reason }) => reason).join(' ');
  return wholeCall(
    'apply_rules',
    { rule_sets: sets },
    `${reasons} ${PLAN} That is many rules, so they go in one write.`,
  );
}

function summary(selections: readonly Selection[]): PlanItem {
  const kept = selections.reduce((sum, selection) => sum + selection.kept, 0);
  const total = selections.reduce((sum, selection) => sum + selection.total, 0);
  const list = selections
    .map(({ provider, patterns }) => `${code(provider)}: ${nameList(patterns)}`)
    .join('; ');
  return {
    kind: 'answer',
    text: (_, isDone) => (isDone ? `${kept} allowed, ${total - kept} blocked. Allowed on ${list}.` : null),
  };
}
