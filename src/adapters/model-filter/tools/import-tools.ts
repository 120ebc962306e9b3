import { assertNever } from '@/src/core/assert-never';
import { joinWithAnd } from '@/src/core/in-words';
import type { JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';
import { sameRules } from '../model-filter-context';
import type { PageAccess } from '../page-access';
import { countOf } from '../sentence-parts';
import { changeRules } from './change-rules';
import {
  type GivenRules,
  type ImportMode,
  type ImportPlan,
  planImport,
  type RuleOutcome,
} from './plan-import';
import { type ProviderView, viewProvider } from './provider-view';
import { changeInWords, ruleSetData, type VisibilityChange, visibilityChange } from './rule-effect';
import { deceptionData } from './rule-tools';
import { failure, ruleData, rulesInWords } from './tool-results';

/** A call of `import_rules` or `preview_rules`; `provider` null: the provider in view. */
export interface ImportCall {
  given: GivenRules;
  mode: ImportMode;
  provider: string | null;
}

/** `import_rules`: adds many rules, or makes them the provider's rules. */
export async function importRules(page: PageAccess, call: ImportCall): Promise<ToolResult> {
  const view = await viewProvider(page, call.provider);
  if ('failed' in view) return view.failed;
  const plan = planImport(view.rules, call.given, call.mode, view.ids);
  const invalid = invalidInReplace(plan, call.mode, view.provider);
  if (invalid !== null) return invalid;
  const notes = outcomeNotes(plan);
  if (sameRules(plan.wanted, view.rules)) {
    return failure(
      'nothing_to_change',
      [`The rules of ${view.provider} stay as they are.`, ...notes].join(' '),
      { provider: view.provider, mode: call.mode, outcomes: plan.outcomes.map(outcomeData) },
    );
  }
  const change = await changeRules(page, view.seen, [[view.provider, plan.wanted]]);
  if ('failed' in change) return change.failed;
  const visibility = visibilityChange(view.ids, view.rules, plan.wanted);
  const done = `${joinWithAnd(changedLists(plan))} (${view.provider}): ${changeInWords(visibility)}.`;
  return {
    success: true,
    message: [done, ...notes, change.savedNote].join(' '),
    data: importData(view, call.mode, plan, visibility),
  };
}

/** `preview_rules`: what an import would come to. Changes nothing. */
export async function previewRules(page: PageAccess, call: ImportCall): Promise<ToolResult> {
  const view = await viewProvider(page, call.provider);
  if ('failed' in view) return view.failed;
  const plan = planImport(view.rules, call.given, call.mode, view.ids);
  const invalid = invalidInReplace(plan, call.mode, view.provider);
  if (invalid !== null) return invalid;
  const visibility = visibilityChange(view.ids, view.rules, plan.wanted);
  const { newlyHidden, broughtBack, unchanged } = visibility;
  const effect = `On ${view.provider} this would hide ${countOf(newlyHidden.length, 'model')}, bring back ${broughtBack.length} and leave ${unchanged} as they are.`;
  return {
    success: true,
    message: [effect, ...outcomeNotes(plan), 'Nothing was changed.'].join(' '),
    data: importData(view, call.mode, plan, visibility),
  };
}

function importData(
  { provider, ids }: ProviderView,
  mode: ImportMode,
  { outcomes, removed, wanted }: ImportPlan,
  visibility: VisibilityChange,
): JsonObject {
  return {
    provider,
    mode,
    outcomes: outcomes.map(outcomeData),
    removed_rules: removed.map(ruleData),
    ...ruleSetData(ids, visibility, wanted),
  };
}

/** Lists that are taken as given can't hold what is no rule. */
function invalidInReplace(plan: ImportPlan, mode: ImportMode, provider: string): ToolResult | null {
  const invalid = plan.outcomes.filter((outcome) => outcome.outcome === 'invalid');
  const [first] = invalid;
  if (mode !== 'replace' || first === undefined) return null;
  const more = invalid.length > 1 ? ` ${countOf(invalid.length - 1, 'other')} can’t be rules either.` : '';
  return failure(
    'invalid_pattern',
    `${JSON.stringify(first.pattern)} can’t be a rule: ${first.why}.${more} Nothing was changed.`,
    { provider, outcomes: invalid.map(outcomeData) },
  );
}

function changedLists({ outcomes, removed }: ImportPlan): string[] {
  const added = outcomes.filter(({ outcome }) => outcome === 'added').length;
  const parts = [
    ...(added > 0 ? [`added ${countOf(added, 'rule')}`] : []),
    ...(removed.length > 0 ? [`removed ${countOf(removed.length, 'rule')}`] : []),
  ];
  const text = parts.length === 0 ? ['put the rules into the given order'] : parts;
  return text.map((part, index) => (index === 0 ? part.charAt(0).toUpperCase() + part.slice(1) : part));
}

/** What was not added, each kind with its count, and where texts deceive; the data have the rest. */
function outcomeNotes({ outcomes }: ImportPlan): string[] {
  const count = (outcome: RuleOutcome['outcome']) =>
    outcomes.filter((each) => each.outcome === outcome).length;
  const skipped = [
    ...note(count('covered'), 'covered by other rules'),
    ...note(count('duplicate'), 'there already or given twice'),
    ...note(count('invalid'), 'no possible rule'),
  ];
  const deceptive = outcomes.flatMap((each) =>
    each.outcome === 'added'
      ? [
          ...(each.addition.notCoveredBy.length > 0 ? [each.pattern] : []),
          ...each.addition.kept.map(({ pattern }) => pattern),
        ]
      : [],
  );
  const stand = deceptive.length === 1 ? 'it stands' : 'they stand';
  return [
    ...(skipped.length === 0 ? [] : [`Not added: ${skipped.join(', ')}.`]),
    ...(deceptive.length === 0
      ? []
      : [`${rulesInWords(deceptive)} would be covered by text only, not by the models, so ${stand}.`]),
  ];
}

function note(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}`];
}

function outcomeData(outcome: RuleOutcome): JsonObject {
  const data = { ...ruleData(outcome), outcome: outcome.outcome };
  switch (outcome.outcome) {
    case 'added': {
      const { addition } = outcome;
      return {
        ...data,
        ...(addition.replaced.length === 0 ? {} : { replaced_rules: addition.replaced }),
        ...deceptionData(addition),
      };
    }
    case 'covered':
      return { ...data, covered_by: outcome.by };
    case 'invalid':
      return { ...data, why: outcome.why };
    case 'kept':
    case 'duplicate':
      return data;
    default:
      return assertNever(outcome);
  }
}
