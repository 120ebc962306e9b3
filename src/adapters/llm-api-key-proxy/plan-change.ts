import { assertNever } from '@/src/core/assert-never';
import type { JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';
import { nearTexts } from '../kit/near-texts';
import type { RuleStep } from '../kit/rule-list/rule-list-half';
import { failure, listed } from '../kit/tool-results';
import { createMatcher } from '../model-filter/matcher';
import {
  type RuleKind,
  type RuleSet,
  rulesOf,
  sameTexts,
  withRules,
} from '../model-filter/model-filter-context';
import { decisionBudget } from '../model-filter/step-budget';
import { knownProviders, type LlmProxyContext, providerOfId } from './proxy-context';
import { addRulesInput, removeRulesInput, replaceRulesInput } from './tool-definitions';
import { providerProblem, ruleProblemIn } from './write-problem';

/** The change that a call asks for. */
export interface WantedChange {
  provider: string;
  list: RuleKind;
  action: 'add' | 'remove' | 'replace';
  patterns: string[];
}

/** A change that can be made. */
export interface PlannedChange {
  step: RuleStep<string, RuleSet>;
  list: RuleKind;
  /** The context that the change leads to. */
  after: LlmProxyContext;
  /** The rules of its list from then on. */
  rules: string[];
}

/** The change that a call asks for; null if the tool changes nothing. The arguments fit the tool's schema. */
export function wantedChange(tool: string, args: JsonObject): WantedChange | null {
  switch (tool) {
    case 'add_rules':
      return { action: 'add', ...addRulesInput.parse(args) };
    case 'remove_rules':
      return { action: 'remove', ...removeRulesInput.parse(args) };
    case 'replace_rules':
      return { action: 'replace', ...replaceRulesInput.parse(args) };
    default:
      return null;
  }
}

/** The change on a page in this state, or the reason why it can't be made. */
export function planChange(
  context: LlmProxyContext,
  wanted: WantedChange,
): PlannedChange | { failed: ToolResult } {
  const { list, action, patterns } = wanted;
  const provider = knownProvider(context, wanted.provider);
  if (provider === null) return { failed: unknownProvider(context, wanted.provider) };
  const before = rulesOf(context.filters, provider);
  const failed = problemOf(provider, wanted, before);
  if (failed !== null) return { failed };
  const rules = newRules(before[list], action, patterns);
  if (sameTexts(rules, before[list])) return { failed: nothingNew(provider, wanted) };
  const after: RuleSet = { ...before, [list]: rules };
  return {
    list,
    rules,
    step: { list: provider, before, after },
    after: { ...context, filters: withRules(context.filters, provider, after) },
  };
}

/** The number of listed models of a provider that a pattern matches; null if the server doesn't list its models. */
export function matchCount(context: LlmProxyContext, provider: string, pattern: string): number | null {
  const matcher = createMatcher(pattern, decisionBudget());
  const matches = context.models?.filter((id) => providerOfId(id) === provider && matcher.matchesModel(id));
  return matches?.length ?? null;
}

/** The provider that a call names, as the server has it; null if there is none. */
export function knownProvider(context: LlmProxyContext, provider: string): string | null {
  const wanted = provider.trim().toLowerCase();
  return knownProviders(context).find((known) => known.toLowerCase() === wanted) ?? null;
}

/** The failure of a call that names no provider of the server. */
export function unknownProvider(context: LlmProxyContext, provider: string): ToolResult {
  const near = nearTexts(provider, knownProviders(context));
  const hint = near.length === 0 ? '' : ` Near names: ${near.join(', ')}.`;
  return failure(
    'provider_not_found',
    `The server has no provider ${JSON.stringify(provider)}.${hint}`,
    listed('known', knownProviders(context)),
  );
}

function newRules(
  before: readonly string[],
  action: WantedChange['action'],
  patterns: readonly string[],
): string[] {
  switch (action) {
    case 'add':
      return [...new Set([...before, ...patterns])];
    case 'remove':
      return before.filter((rule) => !patterns.includes(rule));
    case 'replace':
      return [...new Set(patterns)];
    default:
      return assertNever(action);
  }
}

function problemOf(
  provider: string,
  { list, action, patterns }: WantedChange,
  before: RuleSet,
): ToolResult | null {
  const noProvider = providerProblem(provider);
  if (noProvider !== null) return failure('provider_not_writable', noProvider, { provider });
  const missing = action === 'remove' ? patterns.filter((pattern) => !before[list].includes(pattern)) : [];
  if (missing.length > 0) {
    return failure('rule_not_found', 'There are no such rules, so nothing was removed.', {
      ...listed('missing', missing),
      ...listed('rules', before[list]),
    });
  }
  const problem = action === 'remove' ? null : ruleProblemIn(patterns, before[list]);
  if (problem === null) return null;
  const { pattern, why } = problem;
  return failure(
    'invalid_pattern',
    `${JSON.stringify(pattern)} can’t be a rule: ${why}. Nothing was changed.`,
    {
      pattern,
    },
  );
}

function nothingNew(provider: string, { list, action }: WantedChange): ToolResult {
  return action === 'replace'
    ? failure('nothing_to_change', `The ${list} list of ${provider} already has exactly these rules.`)
    : failure(
        'duplicate_rule',
        `The ${list} list of ${provider} has these rules already; nothing was changed.`,
      );
}
