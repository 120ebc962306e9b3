import { failure } from '@/src/core/records/tool-result';
import type { ChangePreview } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import { ruleCalls, type WantedRules } from '../kit/rule-list/rule-calls';
import {
  type EffectWords,
  effectInWords,
  effectOf,
  effectPreview,
  type RuleEffect,
} from '../kit/rule-list/rule-lists';
import { countOf, listed, listedIds, success } from '../kit/tool-results';
import { without } from '../kit/without';
import { isHidden } from '../model-filter/decide-models';
import { createMatcher } from '../model-filter/matcher';
import {
  differingProviders,
  type ProviderList,
  providerLists,
  RULE_KINDS,
  rulesOf,
  withRules,
} from '../model-filter/model-filter-context';
import { misnamedNotes } from '../model-filter/rule-list';
import { decisionBudget } from '../model-filter/step-budget';
import { invalidPattern } from '../model-filter/tools/tool-parts';
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
    if (wanted.action === 'add' && rulesIn(context, list).includes(pattern)) return 'is there already';
    const matcher = createMatcher(pattern, decisionBudget());
    const matches = context.models?.filter(
      (id) => providerOfId(id) === list.provider && matcher.matchesModel(id),
    );
    return matches === undefined ? null : `matches ${countOf(matches.length, 'listed model')}`;
  },
  preview,
  changed({ list: { provider, kind }, after, rules }, before): ToolResult {
    const effect = effectBetween(before, after);
    return success(
      [
        `Saved the ${kind} rules of ${provider}: after a restart the change ${effectText(effect, before)}.`,
        `Restart needed. ${AFTER_RESTART} Call check_rules_in_force once the user has restarted it.`,
        ...notes(before, after),
      ].join(' '),
      {
        provider,
        list: kind,
        ...listed('rules', rules),
        restart_needed: true,
        ...listedIds('newly_hidden', effect.lost),
        ...(effect.regained.length === 0 ? {} : listedIds('stay_listed', effect.regained)),
      },
    );
  },
});

/**
 * Wording of effects on the models that are listed now. Regained models "stay": they are still listed, and the previous
 * rules would have hidden them at the next restart.
 */
const WORDS: EffectWords = {
  model: 'listed model',
  loses: (models) => `hides ${models}`,
  regains: (models) => `lets ${models} stay`,
  nothing: 'hides no other listed model',
  titles: ['Newly hidden', 'Stay listed'],
  emptied: 'every listed model is hidden',
  wayBack: 'A checkpoint is taken first, so the rules in the file can be restored.',
};

/**
 * The time at which a change takes effect, and the actions that do not apply it: the proxy reads its rules only once,
 * when it starts.
 */
const AFTER_RESTART =
  'The proxy applies it after a restart; “Reload Proxy” and POST /v1/admin/reload answer success, but don’t.';

/** Note for a change that may bring back models that the proxy hides: no API lists these. */
const NOT_LISTED =
  'Models that the proxy hides now are in no list of its API, so those that come back can’t be named.';

function knownList(context: LlmProxyContext, { list: { provider, kind } }: Wanted): ProviderList | null {
  const known = knownProvider(context, provider);
  return known === null ? null : { provider: known, kind };
}

function problem(context: LlmProxyContext, { list, action, patterns }: Wanted): ToolResult | null {
  const { provider } = list;
  const noProvider = providerProblem(provider);
  if (noProvider !== null) return failure('provider_not_writable', noProvider, { provider });
  const found = action === 'remove' ? null : ruleProblemIn(patterns, rulesIn(context, list));
  return found && invalidPattern(found.pattern, `${found.why}. Nothing was changed`);
}

/** The effect of a change after a restart. */
function effectBetween(before: LlmProxyContext, after: LlmProxyContext): RuleEffect<ListedDecision> {
  return effectOf(decideListed(before), decideListed(after), isHidden, ({ id }) => providerOfId(id));
}

function effectText(effect: RuleEffect<ListedDecision>, { models }: LlmProxyContext): string {
  return models === null
    ? 'its effect is unknown, since the server doesn’t list its models now'
    : effectInWords(effect, WORDS);
}

/**
 * Sentences about models that may come back, about rules that stay in force, and about rules that don't match the model
 * whose name they equal.
 */
function notes({ filters, models }: LlmProxyContext, after: LlmProxyContext): string[] {
  return differingProviders(filters, after.filters).flatMap((provider) => {
    const [was, is] = [rulesOf(filters, provider), rulesOf(after.filters, provider)];
    const loosened = without(was.ignore, is.ignore).length + without(is.whitelist, was.whitelist).length;
    const emptied = RULE_KINDS.filter((kind) => was[kind].length > 0 && is[kind].length === 0);
    const ids = models?.filter((id) => providerOfId(id) === provider) ?? [];
    return [
      ...misnamedNotes(was, is, ids),
      ...emptied.map(
        (kind) => `Until then the process keeps the old rules of the ${kind} list of ${provider}.`,
      ),
      ...(loosened > 0 ? [NOT_LISTED] : []),
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
    WORDS,
    ({ id, isCertain }) => ({ name: id, detail: isCertain ? null : 'not certain' }),
    {
      summary: isChanged
        ? `After a restart of the proxy, the change ${effectText(effect, before)}.`
        : 'Nothing changes.',
      warning: 'The server’s .env file is changed at once.',
      isComplete: before.models !== null,
      differences: llmApiKeyProxy.diffState(before, after),
      unknown: [
        ...notes(before, after),
        ...(uncertain === 0
          ? []
          : [
              `For ${countOf(uncertain, 'model')} it isn’t certain that these rules apply: the proxy falls back to the rules of the provider that offers a model, which its API doesn’t name.`,
            ]),
      ],
      others: [
        AFTER_RESTART,
        'A hidden model isn’t listed, but still answers when it is called by name.',
      ].join(' '),
    },
  );
}
