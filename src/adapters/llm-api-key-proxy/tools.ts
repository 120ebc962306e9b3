import { z } from 'zod';
import { failure } from '@/src/core/records/tool-result';
import { english } from '@/src/core/text/english';
import type { ChangePreview } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import { type Said, say, sentences } from '@/src/schema/values/said';
import { type ReadTool, readTool } from '../kit/computed-tool';
import { isHidden, matchingModels } from '../kit/rules/decide-models';
import { createMatcher } from '../kit/rules/matcher';
import { diffRules } from '../kit/rules/provider-differences';
import {
  type ProviderList,
  providerLists,
  RULE_KINDS,
  rulesOf,
  withRules,
} from '../kit/rules/provider-rules';
import { type RulePage, type RuleTool, ruleTool, type WantedRules } from '../kit/rules/rule-calls';
import { effectKind, effectPreview, MAX_LIST_RULES, type RuleEffect } from '../kit/rules/rule-lists';
import { invalidPattern, problemInWords, ruleProblem } from '../kit/rules/rule-problems';
import {
  batchFields,
  batchOfList,
  counted,
  countOf,
  inForce,
  LIST_MODELS,
  listed,
  listedIds,
  MAX_BATCH_LENGTH,
  nearHint,
  success,
} from '../kit/tool-results';
import {
  countDecided,
  decideListed,
  effectBetween,
  knownProvider,
  knownProviders,
  type ListedDecision,
  type LlmProxyContext,
  listedOf,
  MAX_FILTER_NAME_LENGTH,
  notesOnChange,
  providerOfId,
  providerProblem,
  ruleProblemIn,
} from './filters';
import { modelData, NOT_SHOWN, OTHER_RULES } from './model-notes';

const name = z.string().min(1).max(MAX_FILTER_NAME_LENGTH);
const provider = name.describe('A provider of the page state, e.g. "openai".');
const anyProvider = name.optional().describe('A provider of the page state; without it all.');
const list = z
  .enum(RULE_KINDS)
  .describe('"ignore": its rules hide models; "whitelist": its rules keep models, whatever the other says.');
const newPatterns = z
  .array(z.string().max(MAX_FILTER_NAME_LENGTH))
  .max(MAX_LIST_RULES)
  .describe('Compared with name and full id from end to end; wildcards * ? [seq] [!seq]. E.g. "gpt-4*".');
const SAVES =
  'It is saved in the server’s .env file at once, so the user is asked first; the proxy applies it after a restart. Returns the listed models that the saved rules hide from then on.';

export const reads: readonly ReadTool<LlmProxyContext>[] = [
  readTool(
    {
      name: 'list_rules',
      line: 'llm-api-key-proxy.call.listRules',
      description:
        'Lists the rules of one or all providers in their order, as the server’s .env file has them, with the number of listed models that each one decides.',
      input: z.strictObject({ provider: anyProvider }),
    },
    ofProvider((context, provider) => {
      const decides = countDecided(context);
      const rules = providerLists
        .listsIn(context.filters)
        .filter((of) => provider === null || of.provider === provider)
        .flatMap((of) =>
          providerLists.rulesIn(context.filters, of).map((pattern) => ({
            provider: of.provider,
            list: of.kind,
            pattern,
            decides: decides(of, pattern),
          })),
        );
      const whose = provider === null ? 'The server’s .env file' : `${provider}, in the server’s .env file,`;
      return success(
        `${whose} has ${countOf(rules.length, 'rule')}. Rules that only the proxy’s environment sets don’t appear here.`,
        say('llm-api-key-proxy.pageLine.rules', { count: rules.length }),
        { rules },
      );
    }),
  ),
  readTool(
    {
      name: LIST_MODELS,
      line: 'llm-api-key-proxy.call.listModels',
      description:
        'Lists the models that clients get now, with what the saved rules do with each one after a restart, page by page. Models that the proxy hides now are not among them. Go on with the returned next_offset until it is null.',
      input: z.strictObject({
        provider: anyProvider,
        contains: name.optional().describe('Part of the full id; case doesn’t matter.'),
        show: z
          .enum(['all', 'hidden', 'kept'])
          .optional()
          .describe('What the saved rules do with them after a restart. Without it all.'),
        ...batchFields(MAX_BATCH_LENGTH),
      }),
    },
    ofProvider((context, provider, args) => {
      if (context.models === null) return notListed();
      const { contains = '', show = 'all' } = args; // The schema documents these defaults.
      const wanted = contains.toLowerCase();
      const found = listedOf(decideListed(context), provider).filter(
        (model) =>
          model.id.toLowerCase().includes(wanted) &&
          (show === 'all' || (show === 'hidden') === isHidden(model)),
      );
      const shown = batchOfList(found, args);
      return success(
        `Clients get ${countOf(found.length, 'such model')} now${shown.range}. Models that the proxy hides now are not listed.`,
        say('llm-api-key-proxy.pageLine.models', { count: found.length }),
        { models: shown.entries.map(modelData), ...shown.place },
      );
    }),
  ),
  readTool(
    {
      name: 'get_models_matching_pattern',
      line: 'llm-api-key-proxy.call.getModelsMatchingPattern',
      description:
        'Returns which of the models that clients get now a pattern matches, whatever rules there are. Use it to try a pattern before adding a rule. Fails with no_match.',
      input: z.strictObject({
        pattern: name.describe('Compared with name and full id from end to end; wildcards * ? [seq] [!seq].'),
        provider: anyProvider,
      }),
      readWith: LIST_MODELS,
    },
    ofProvider((context, provider, { pattern }) => {
      const problem = ruleProblem(pattern);
      if (problem !== null) return invalidPattern(pattern, problemInWords(problem, pattern));
      if (context.models === null) return notListed();
      const models = decideListed(context);
      const matches = listedOf(matchingModels(models, pattern), provider);
      if (matches.length === 0) {
        return failure(
          'no_match',
          `${JSON.stringify(pattern)} matches none of the ${countOf(listedOf(models, provider).length, 'model')} that clients get now. It may match models that the proxy hides.`,
          { pattern },
        );
      }
      return success(
        `${JSON.stringify(pattern)} matches ${countOf(matches.length, 'model')} that clients get now.`,
        say('llm-api-key-proxy.preview.matches', { count: matches.length }),
        {
          pattern,
          ...listedIds('matching_models', matches),
        },
      );
    }),
  ),
  readTool(
    {
      name: 'check_rules_in_force',
      line: 'llm-api-key-proxy.call.checkRulesInForce',
      description:
        'Reads the models that clients get and compares them with the saved rules: says that a restart is needed, naming models that are listed although the rules hide them, or that nothing in the list speaks against the rules being in force, which proves nothing. Use it when the user says that the proxy was restarted.',
      input: z.strictObject({ provider: anyProvider }),
      readWith: LIST_MODELS,
    },
    ofProvider((context, provider) => {
      // Compares the models that clients get with the saved rules, for one provider or for all. A listed model that
      // the rules hide proves that the rules are not in force. Without such a model, the list shows no
      // contradiction.
      if (context.models === null) return notListed();
      const of = provider === null ? '' : ` of ${provider}`;
      const models = listedOf(decideListed(context), provider);
      const hidden = models.filter(isHidden);
      if (hidden.length > 0) {
        const certain = hidden.filter(({ isCertain }) => isCertain).length;
        const message =
          certain > 0
            ? `Restart needed: clients still get ${countOf(certain, 'model')}${of} that the saved rules hide. ${OTHER_RULES}`
            : `Not certain: clients get ${countOf(hidden.length, 'model')}${of} that the saved rules may hide. The proxy falls back to the rules of the provider that offers a model, which its API doesn’t name.`;
        const restart_needed = certain > 0 ? true : null;
        return success(message, say('llm-api-key-proxy.result.stillListed', { count: hidden.length }), {
          restart_needed,
          ...listedIds('still_listed', hidden),
        });
      }
      const hasRules = Object.keys(context.filters).some((name) => provider === null || name === provider);
      const found = hasRules
        ? `Nothing against it in /v1/models: of the ${countOf(models.length, 'model')}${of} that clients get, the saved rules hide none.`
        : `There are no saved rules${of}.`;
      return success(`${found} ${NOT_SHOWN}`, say('llm-api-key-proxy.result.noneListed'), {
        restart_needed: null,
        listed_models: models.length,
      });
    }),
  ),
];

const listOf = (args: { provider: string; list: ProviderList['kind'] }): ProviderList => {
  return { provider: args.provider, kind: args.list };
};

/** The tools that change rules. Each change is written to the server's file at once, so each call requires approval. */
export const changes: readonly RuleTool<ProviderList>[] = [
  ruleTool(
    {
      name: 'add_rules',
      line: 'llm-api-key-proxy.call.addRules',
      description: `Adds rules at the end of one list of a provider. ${SAVES} Fails with duplicate_rule if all are there already.`,
      question: say('llm-api-key-proxy.question.add'),
      input: z.strictObject({ provider, list, patterns: newPatterns.min(1) }),
    },
    'add',
    listOf,
  ),
  ruleTool(
    {
      name: 'remove_rules',
      line: 'llm-api-key-proxy.call.removeRules',
      description: `Removes rules from one list of a provider. ${SAVES} Fails with rule_not_found, and then removes none.`,
      question: say('llm-api-key-proxy.question.remove'),
      input: z.strictObject({
        provider,
        list,
        patterns: z
          .array(name)
          .min(1)
          .max(MAX_LIST_RULES)
          .describe('The rules’ texts exactly as the page state lists them.'),
      }),
    },
    'remove',
    listOf,
  ),
  ruleTool(
    {
      name: 'replace_rules',
      line: 'llm-api-key-proxy.call.replaceRules',
      description: `Makes these rules the whole list of a provider; the other list stays. ${SAVES} Fails with nothing_to_change.`,
      question: say('llm-api-key-proxy.question.replace'),
      input: z.strictObject({
        provider,
        list,
        patterns: newPatterns.describe('All rules of the list from now on, in their order; [] empties it.'),
      }),
    },
    'replace',
    listOf,
  ),
];

/** Runs a tool for the provider that a call names, or for all providers (null). */
function ofProvider<Arguments extends { provider?: string | undefined }>(
  run: (context: LlmProxyContext, provider: string | null, args: Arguments) => ToolResult,
) {
  return (context: LlmProxyContext, args: Arguments): ToolResult => {
    if (args.provider === undefined) return run(context, null, args);
    const provider = knownProvider(context, args.provider);
    return provider === null ? unknownProvider(context, args.provider) : run(context, provider, args);
  };
}

/** The result of a call whose provider does not exist on the server. */
function unknownProvider(context: LlmProxyContext, provider: string): ToolResult {
  const known = knownProviders(context);
  return failure(
    'provider_not_found',
    `The server has no provider ${JSON.stringify(provider)}.${nearHint(provider, known)}`,
    listed('known', known),
  );
}

/** The failure of a call that needs the list of models. */
function notListed(): ToolResult {
  return failure(
    'models_unknown',
    'The proxy doesn’t list its models now: after a start it first fetches those of all providers. Try again later.',
  );
}

type Wanted = WantedRules<ProviderList>;

const rulesIn = ({ filters }: LlmProxyContext, list: ProviderList) => providerLists.rulesIn(filters, list);

/** The tools, and what their calls do. */
export const filterTools: RulePage<LlmProxyContext, ProviderList> = {
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
  modelsOf: ({ models }, { provider }) => models?.filter((id) => providerOfId(id) === provider) ?? null,
  matcher: createMatcher,
  noteOn: (count, isThere) => {
    if (isThere) return say('llm-api-key-proxy.preview.isThere');
    return count === null ? null : say('llm-api-key-proxy.preview.matches', { count });
  },
  preview,
  changed({ list: { provider, kind }, after, rules }, before): ToolResult {
    const effect = effectBetween(before, after);
    return success(
      [
        `Saved the ${kind} rules of ${provider}.`,
        english(summaryOf(effect, before)),
        `Restart needed. ${english(AFTER_RESTART)} Call check_rules_in_force once the user has restarted it.`,
        ...notesOnChange(before, after).map(english),
      ].join(' '),
      sentences(summaryOf(effect, before), AFTER_RESTART, ...notesOnChange(before, after)),
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
};

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

function summaryOf(effect: RuleEffect<ListedDecision>, { models }: LlmProxyContext): Said {
  if (models === null) return say('llm-api-key-proxy.summary.unknown');
  const kind = effectKind(effect);
  const { lost, regained } = effect;
  return say(`llm-api-key-proxy.summary.${kind}`, { lost: lost.length, regained: regained.length });
}

/** The effect of other rules on clients after a restart, in a sentence with counts. */
export function effectOfRules(before: LlmProxyContext, after: LlmProxyContext): Said {
  return summaryOf(effectBetween(before, after), before);
}

/** The effect of a change on clients after a restart, for the approval request. */
function preview(before: LlmProxyContext, after: LlmProxyContext): ChangePreview {
  const effect = effectBetween(before, after);
  const uncertain = [...effect.lost, ...effect.regained].filter(({ isCertain }) => !isCertain).length;
  return effectPreview(
    effect,
    ({ id, isCertain }) => ({
      name: id,
      detail: isCertain ? null : say('llm-api-key-proxy.preview.uncertain'),
    }),
    {
      summary: summaryOf(effect, before),
      titles: [say('llm-api-key-proxy.preview.lost'), say('llm-api-key-proxy.preview.regained')],
      emptied: say('llm-api-key-proxy.preview.emptied'),
      wayBack: say('llm-api-key-proxy.preview.wayBack'),
      warning: say('llm-api-key-proxy.preview.atOnce'),
      isComplete: before.models !== null,
      isServed: before.models !== null,
      differences: diffRules(before.filters, after.filters),
      unknown: [
        ...notesOnChange(before, after),
        ...counted([uncertain, say('llm-api-key-proxy.preview.uncertainModels', { count: uncertain })]),
      ],
      others: [AFTER_RESTART, say('llm-api-key-proxy.preview.hiddenAnswer')],
    },
  );
}
