import type { ToolResult } from '@/src/core/tools/tool-definition';
import {
  type RuleKind,
  type RuleSet,
  restorableState,
  rulesOf,
  sameRules,
  unsavedProviders,
  withRules,
} from './model-filter-context';
import { nearTexts } from './near-texts';
import type { PageAccess } from './page-access';
import type { PageReading } from './read-page-state';
import { additionEffect, namesDecidedBy, removalEffect, visibilityChange } from './rule-effect';
import { addRule, ruleProblem } from './rule-list';
import { failure, listed, modelsInView, ruleLabel, rulesInWords, writeFailure } from './tool-results';

/** `add_ignore_rule` and `add_whitelist_rule`: adds a rule for the provider in view and tells what it decides. */
export async function addRuleToPage(
  page: PageAccess,
  kind: RuleKind,
  pattern: string,
  signal: AbortSignal,
): Promise<ToolResult> {
  const problem = ruleProblem(pattern);
  if (problem !== null) return invalidPattern(pattern, problem);
  const seen = await page.read(signal);
  const models = modelsInView(seen.context);
  if ('notReady' in models) return models.notReady;
  const before = rulesOf(seen.context.drafts, seen.context.provider);
  const addition = addRule(before[kind], pattern, models.ids);
  if (addition.outcome === 'duplicate') {
    return failure('duplicate_rule', `The ${ruleLabel(kind, pattern)} is there already; nothing was added.`, {
      pattern,
      existing_rules: [pattern],
    });
  }
  if (addition.outcome === 'covered') return alreadyCovered(kind, pattern, addition.by);

  const wanted = { ...before, [kind]: addition.list };
  const change = await changeRules(page, seen, wanted, signal);
  if ('failed' in change) return change.failed;
  const decided = namesDecidedBy(models.ids, change.rules, kind, pattern);
  const visibility = visibilityChange(models.ids, before, change.rules);
  const effect = additionEffect(kind, pattern, models.ids, decided.length, visibility);
  return {
    success: true,
    message: `Added ${ruleLabel(kind, pattern)}${inPlaceOf(addition.replaced)}: ${effect}. ${change.savedNote}`,
    data: {
      provider: seen.context.provider,
      pattern,
      ...listed('affected_models', decided),
      ...(kind === 'ignore'
        ? listed('newly_hidden', visibility.newlyHidden)
        : listed('brought_back', visibility.broughtBack)),
      replaced_rules: addition.replaced,
    },
  };
}

/** `remove_ignore_rule` and `remove_whitelist_rule`: removes a rule and tells whose status that changes. */
export async function removeRuleFromPage(
  page: PageAccess,
  kind: RuleKind,
  pattern: string,
  signal: AbortSignal,
): Promise<ToolResult> {
  const seen = await page.read(signal);
  const models = modelsInView(seen.context);
  if ('notReady' in models) return models.notReady;
  const before = rulesOf(seen.context.drafts, seen.context.provider);
  if (!before[kind].includes(pattern)) return ruleNotFound(kind, pattern, before);

  const wanted = { ...before, [kind]: before[kind].filter((rule) => rule !== pattern) };
  const change = await changeRules(page, seen, wanted, signal);
  if ('failed' in change) return change.failed;
  const decided = namesDecidedBy(models.ids, before, kind, pattern);
  const visibility = visibilityChange(models.ids, before, change.rules);
  return {
    success: true,
    message: `Removed ${ruleLabel(kind, pattern)}: ${removalEffect(kind, decided.length, visibility)}. ${change.savedNote}`,
    data: {
      provider: seen.context.provider,
      pattern,
      ...listed('affected_models', decided),
      ...(kind === 'ignore'
        ? listed('brought_back', visibility.broughtBack)
        : listed('newly_hidden', visibility.newlyHidden)),
    },
  };
}

/** Puts the rules of the provider in view to `wanted`, and reads back what the page made of it. */
async function changeRules(
  page: PageAccess,
  seen: PageReading,
  wanted: RuleSet,
  signal: AbortSignal,
): Promise<{ rules: RuleSet; savedNote: string } | { failed: ToolResult }> {
  const { provider } = seen.context;
  const state = restorableState(seen.context);
  const write = await page.apply(
    seen,
    { ...state, drafts: withRules(state.drafts, provider, wanted) },
    signal,
  );
  if (write.outcome !== 'done') return { failed: writeFailure(write, 'page_refused') };
  const rules = rulesOf(write.after.drafts, provider);
  if (!sameRules(rules, wanted)) {
    return {
      failed: failure(
        'not_applied',
        'The page accepted the change but shows other rules. Look at its state before going on.',
      ),
    };
  }
  const isUnsaved = unsavedProviders(write.after).includes(provider);
  return { rules, savedNote: isUnsaved ? 'Not saved yet.' : 'The saved file already has it so.' };
}

function inPlaceOf(replaced: readonly string[]): string {
  return replaced.length === 0 ? '' : ` in place of ${rulesInWords(replaced)}`;
}

export function invalidPattern(pattern: string, problem: string): ToolResult {
  return failure('invalid_pattern', `${JSON.stringify(pattern)} can’t be a rule: ${problem}.`, { pattern });
}

function alreadyCovered(kind: RuleKind, pattern: string, by: string[]): ToolResult {
  return failure(
    'already_covered',
    `${JSON.stringify(pattern)} is already covered by the ${kind} list’s ${rulesInWords(by)}; nothing was added.`,
    { pattern, existing_rules: by },
  );
}

function ruleNotFound(kind: RuleKind, pattern: string, rules: RuleSet): ToolResult {
  const other: RuleKind = kind === 'ignore' ? 'whitelist' : 'ignore';
  const near = nearTexts(pattern, rules[kind]);
  const hint = rules[other].includes(pattern)
    ? ` It is a ${other} rule.`
    : near.length === 0
      ? ''
      : ` Near rules: ${rulesInWords(near)}.`;
  return failure('rule_not_found', `There is no ${ruleLabel(kind, pattern)}.${hint}`, {
    pattern,
    near_rules: near,
  });
}
