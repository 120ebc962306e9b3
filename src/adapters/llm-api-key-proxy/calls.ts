import { failure } from '@/src/core/records/tool-result';
import { english } from '@/src/core/text/english';
import type { ChangePreview } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import { type Said, say } from '@/src/schema/values/said';
import { isHidden } from '../kit/rules/decide-models';
import { decisionBudget } from '../kit/rules/decision-budget';
import { createMatcher } from '../kit/rules/matcher';
import {
  differingProviders,
  type ProviderList,
  providerLists,
  RULE_KINDS,
  rulesOf,
  withRules,
} from '../kit/rules/provider-rules';
import { ruleCalls, type WantedRules } from '../kit/rules/rule-calls';
import { byEffect, effectOf, effectPreview, type RuleEffect } from '../kit/rules/rule-lists';
import { invalidPattern, misnamedRules } from '../kit/rules/rule-problems';
import { counted, inForce, listed, listedIds, success } from '../kit/tool-results';
import { without } from '../kit/without';
import { llmApiKeyProxy } from './definition';
import {
  decideListed,
  type ListedDecision,
  type LlmProxyContext,
  providerOfId,
  providerProblem,
  ruleProblemIn,
} from './filters';
import { changes, knownProvider, reads, unknownProvider } from './tools';

type Wanted = WantedRules<ProviderList>;

const rulesIn = ({ filters }: LlmProxyContext, list: ProviderList) => providerLists.rulesIn(filters, list);

export const llmProxyCalls = ruleCalls(llmApiKeyProxy, {
  reads,
  changes,
  rulesIn,
  find: knownList,
  unknown: (context, { provider }) => unknownProvider(context, provider),
  problem,
  nothingNew: ({ list: { provider, kind }, action }) =>
    action === 'replace'
      ? failure('nothing_to_change', `The ${kind} list of ${provider} already has exactly these rules.`)
      : failure(
          'duplicate_rule',
          `The ${kind} list of ${provider} has these rules already; nothing was changed.`,
        ),
  withRules(context, { provider, kind }, rules) {
    const before = rulesOf(context.filters, provider);
    const after = { ...before, [kind]: [...rules] };
    return {
      step: { list: provider, before, after },
      after: { ...context, filters: withRules(context.filters, provider, after) },
    };
  },
  noteOn(context, wanted, pattern) {
    const list = knownList(context, wanted);
    if (list === null) return null;
    if (wanted.action === 'add' && rulesIn(context, list).includes(pattern))
      return say('llm-api-key-proxy.preview.isThere');
    const matches = createMatcher(pattern, decisionBudget());
    const count = context.models?.filter((id) => providerOfId(id) === list.provider && matches(id)).length;
    return count === undefined ? null : say('llm-api-key-proxy.preview.matches', { count });
  },
  preview,
  changed({ list: { provider, kind }, after, rules }, before): ToolResult {
    const effect = effectBetween(before, after);
    return success(
      [
        `Saved the ${kind} rules of ${provider}.`,
        english(summaryOf(effect, before)),
        `Restart needed. ${english(AFTER_RESTART)} Call check_rules_in_force once the user has restarted it.`,
        ...notes(before, after).map(english),
      ].join(' '),
      {
        provider,
        list: kind,
        ...listed('rules', rules),
        restart_needed: true,
        ...inForce('unknown', '').data,
        ...listedIds('newly_hidden', effect.lost),
        ...(effect.regained.length === 0 ? {} : listedIds('stay_listed', effect.regained)),
      },
    );
  },
});

/**
 * Text on when a change takes effect, and on the actions that don't apply it: the proxy reads its rules only when it
 * starts.
 */
const AFTER_RESTART = say('llm-api-key-proxy.preview.afterRestart');

function knownList(context: LlmProxyContext, { list: { provider, kind } }: Wanted): ProviderList | null {
  const known = knownProvider(context, provider);
  return known === null ? null : { provider: known, kind };
}

function problem(context: LlmProxyContext, { list, action, patterns }: Wanted): ToolResult | null {
  const { provider } = list;
  const noProvider = providerProblem(provider);
  if (noProvider !== null) return failure('provider_not_writable', english(noProvider), { provider });
  const found = action === 'remove' ? null : ruleProblemIn(patterns, rulesIn(context, list));
  return found && invalidPattern(found.pattern, `${found.why}. Nothing was changed`);
}

/** The effect of a change after a restart. */
function effectBetween(before: LlmProxyContext, after: LlmProxyContext): RuleEffect<ListedDecision> {
  return effectOf(decideListed(before), decideListed(after), isHidden, ({ id }) => providerOfId(id));
}

function summaryOf(effect: RuleEffect<ListedDecision>, { models }: LlmProxyContext): Said {
  if (models === null) return say('llm-api-key-proxy.summary.unknown');
  const { lost, regained } = effect;
  return say(byEffect(effect, SUMMARIES), { lost: lost.length, regained: regained.length });
}

const SUMMARIES = {
  both: 'llm-api-key-proxy.summary.both',
  lost: 'llm-api-key-proxy.summary.lost',
  regained: 'llm-api-key-proxy.summary.regained',
  none: 'llm-api-key-proxy.summary.none',
} as const;

const OLD_RULES_KEPT = {
  ignore: 'llm-api-key-proxy.preview.ignoreKept',
  whitelist: 'llm-api-key-proxy.preview.whitelistKept',
} as const;

/**
 * Sentences about models that may come back, about rules that stay in force, and about rules that don't match the model
 * whose name they equal.
 */
function notes({ filters, models }: LlmProxyContext, after: LlmProxyContext): Said[] {
  return differingProviders(filters, after.filters).flatMap((provider) => {
    const [was, is] = [rulesOf(filters, provider), rulesOf(after.filters, provider)];
    const loosened = without(was.ignore, is.ignore).length + without(is.whitelist, was.whitelist).length;
    const emptied = RULE_KINDS.filter((kind) => was[kind].length > 0 && is[kind].length === 0);
    const ids = models?.filter((id) => providerOfId(id) === provider) ?? [];
    return [
      ...misnamedRules(was, is, ids).map((rule) => say('kit.rules.misnamed', { ...rule })),
      ...emptied.map((kind) => say(OLD_RULES_KEPT[kind], { provider })),
      ...counted([loosened, say('llm-api-key-proxy.preview.notListed')]),
    ];
  });
}

/** The effect of a change on clients after a restart, for the approval request. */
function preview(before: LlmProxyContext, after: LlmProxyContext): ChangePreview {
  const effect = effectBetween(before, after);
  const uncertain = [...effect.lost, ...effect.regained].filter(({ isCertain }) => !isCertain).length;
  const isChanged = differingProviders(before.filters, after.filters).length > 0;
  return effectPreview(
    effect,
    ({ id, isCertain }) => ({
      name: id,
      detail: isCertain ? null : say('llm-api-key-proxy.preview.uncertain'),
    }),
    {
      summary: isChanged ? summaryOf(effect, before) : say('said.dryRun.noChange'),
      titles: [say('llm-api-key-proxy.preview.lost'), say('llm-api-key-proxy.preview.regained')],
      emptied: say('llm-api-key-proxy.preview.emptied'),
      wayBack: say('llm-api-key-proxy.preview.wayBack'),
      warning: say('llm-api-key-proxy.preview.atOnce'),
      isComplete: before.models !== null,
      isServed: before.models !== null,
      differences: llmApiKeyProxy.diffState(before, after),
      unknown: [
        ...notes(before, after),
        ...counted([uncertain, say('llm-api-key-proxy.preview.uncertainModels', { count: uncertain })]),
      ],
      others: [AFTER_RESTART, say('llm-api-key-proxy.preview.hiddenAnswer')],
    },
  );
}
