import type { z } from 'zod';
import type { JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';
import { pageOfList } from '../kit/page-of-list';
import { countOf, failure, listed } from '../kit/tool-results';
import { createMatcher } from '../model-filter/matcher';
import { providersOf, RULE_KINDS, rulesOf } from '../model-filter/model-filter-context';
import { ruleProblem } from '../model-filter/rule-list';
import { decisionBudget } from '../model-filter/step-budget';
import { invalidPattern } from '../model-filter/tools/tool-results';
import { checkInForce, notListed } from './check-in-force';
import { countDecided } from './count-decided';
import { decideListed, isHidden, type ListedModel, listedOf } from './decide-listed';
import { knownProvider, unknownProvider } from './plan-change';
import type { LlmProxyContext } from './proxy-context';
import { checkInput, listModelsInput, listRulesInput, matchingInput } from './tool-definitions';

/** Runs a tool that only reads. Its arguments fit its schema. */
export function runReadTool(context: LlmProxyContext, tool: string, args: JsonObject): ToolResult {
  switch (tool) {
    case 'list_rules':
      return ofProvider(context, listRulesInput.parse(args).provider, (provider) =>
        listRules(context, provider),
      );
    case 'list_models': {
      const parsed = listModelsInput.parse(args);
      return ofProvider(context, parsed.provider, (provider) => listModels(context, provider, parsed));
    }
    case 'get_models_matching_pattern': {
      const { pattern, provider: wanted } = matchingInput.parse(args);
      return ofProvider(context, wanted, (provider) => matching(context, provider, pattern));
    }
    case 'check_rules_in_force':
      return ofProvider(context, checkInput.parse(args).provider, (provider) =>
        checkInForce(context, provider),
      );
    default:
      return failure('unknown_tool', `This page has no tool ${tool}.`);
  }
}

/** Runs a tool for the provider that a call names, or for all of them. */
function ofProvider(
  context: LlmProxyContext,
  wanted: string | undefined,
  run: (provider: string | null) => ToolResult,
): ToolResult {
  if (wanted === undefined) return run(null);
  const provider = knownProvider(context, wanted);
  return provider === null ? unknownProvider(context, wanted) : run(provider);
}

function listRules(context: LlmProxyContext, provider: string | null): ToolResult {
  const counts = countDecided(context);
  const providers = providersOf(context.filters).filter((name) => provider === null || name === provider);
  const rules = providers.flatMap((name) =>
    RULE_KINDS.flatMap((list) =>
      rulesOf(context.filters, name)[list].map((pattern) => ({
        provider: name,
        list,
        pattern,
        decides: counts(name, list, pattern),
      })),
    ),
  );
  const whose = provider === null ? 'The server’s .env file' : `${provider}, in the server’s .env file,`;
  return {
    success: true,
    message: `${whose} has ${countOf(rules.length, 'rule')}. Rules that only the proxy’s environment sets don’t appear here.`,
    data: { rules },
  };
}

function listModels(
  context: LlmProxyContext,
  provider: string | null,
  args: z.output<typeof listModelsInput>,
): ToolResult {
  if (context.models === null) return notListed();
  const { contains = '', show = 'all' } = args; // As the schema describes them.
  const wanted = contains.toLowerCase();
  const found = listedOf(decideListed(context), provider).filter(
    (model) =>
      model.id.toLowerCase().includes(wanted) && (show === 'all' || (show === 'hidden') === isHidden(model)),
  );
  const shown = pageOfList(found, args);
  return {
    success: true,
    message: `Clients get ${countOf(found.length, 'such model')} now${shown.range}. Models that the proxy hides now are not listed.`,
    data: { models: shown.entries.map(modelData), ...shown.place },
  };
}

function modelData({ id, status, rule, lists, isCertain }: ListedModel): JsonObject {
  return {
    id,
    after_restart: status,
    ...(rule === null
      ? {}
      : { rule: { provider: lists[rule.kind], list: rule.kind, pattern: rule.pattern } }),
    ...(isCertain ? {} : { certain: false }),
  };
}

function matching(context: LlmProxyContext, provider: string | null, pattern: string): ToolResult {
  const problem = ruleProblem(pattern);
  if (problem !== null) return invalidPattern(pattern, problem);
  if (context.models === null) return notListed();
  const matcher = createMatcher(pattern, decisionBudget());
  const models = listedOf(decideListed(context), provider);
  const matches = models.filter(({ id, name }) => matcher.matchesModel(id, name));
  if (matches.length === 0) {
    return failure(
      'no_match',
      `${JSON.stringify(pattern)} matches none of the ${countOf(models.length, 'model')} that clients get now. It may match models that the proxy hides.`,
      { pattern },
    );
  }
  return {
    success: true,
    message: `${JSON.stringify(pattern)} matches ${countOf(matches.length, 'model')} that clients get now.`,
    data: {
      pattern,
      ...listed(
        'matching_models',
        matches.map(({ id }) => id),
      ),
    },
  };
}
