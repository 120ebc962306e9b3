import type { z } from 'zod';
import type { JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';
import { countOf, failure, listed } from '../kit/tool-results';
import { allLists, decideModels, type ListRef, listLabel, modelsOf, rulesOf } from './exclusion-list';
import { matchesRule, normaliseText } from './matcher';
import { knownList, unknownList } from './plan-change';
import type { CliProxyContext } from './proxy-context';
import { DEFAULT_PAGE_LENGTH, explainModelInput, listModelsInput } from './tool-definitions';

/** Runs a tool that only reads. Its arguments fit its schema. */
export function runReadTool(context: CliProxyContext, tool: string, args: JsonObject): ToolResult {
  if (tool === 'list_models') return listModels(context, listModelsInput.parse(args));
  if (tool === 'explain_model') return explainModel(context, explainModelInput.parse(args).model);
  return failure('unknown_tool', `This page has no tool ${tool}.`);
}

function listModels(context: CliProxyContext, args: z.output<typeof listModelsInput>): ToolResult {
  const { provider, key, pattern, status } = args;
  if ((provider === undefined) === (key === undefined)) {
    return failure('invalid_parameters', 'Give either provider or key.');
  }
  const wanted: ListRef = { kind: key === undefined ? 'provider' : 'key', id: key ?? provider ?? '' };
  const list = knownList(context, wanted);
  if (list === null) return unknownList(context, wanted);
  if (modelsOf(context, list) === null) {
    return failure('catalogue_unknown', `The server has no catalogue for ${listLabel(list)}.`, {
      ...listed('rules', rulesOf(context, list)),
    });
  }
  const found = decideModels(context, list).filter(
    ({ id, rules }) =>
      (pattern === undefined || matchesRule(pattern, id)) &&
      (status === undefined || status === 'all' || (status === 'excluded') === rules.length > 0),
  );
  const { offset = 0, limit = DEFAULT_PAGE_LENGTH } = args; // As the schema describes them.
  const page = found.slice(offset, offset + limit);
  return {
    success: true,
    message: `${countOf(found.length, 'model')} of ${listLabel(list)}; ${page.length} listed.`,
    data: {
      models: page.map(({ id, rules }) => (rules.length === 0 ? { id } : { id, excluded_by: rules })),
      total: found.length,
    },
  };
}

function explainModel(context: CliProxyContext, model: string): ToolResult {
  const id = normaliseText(model);
  const places = allLists(context).flatMap((list) => {
    const rules = rulesOf(context, list).filter((rule) => matchesRule(rule, id));
    const isListed = modelsOf(context, list)?.some((other) => normaliseText(other) === id) ?? false;
    if (!isListed && rules.length === 0) return [];
    return [{ list: list.id, kind: list.kind, in_catalogue: isListed, excluded_by: rules }];
  });
  const aliases = Object.entries(context.aliases).flatMap(([channel, all]) =>
    all.filter(({ name }) => normaliseText(name) === id).map(({ alias }) => ({ channel, alias })),
  );
  if (places.length === 0 && aliases.length === 0) {
    return failure(
      'model_not_found',
      `No catalogue and no rule of this page names ${JSON.stringify(model)}. Rules apply to the ids of the page state, not to a provider’s aliases or a prefix.`,
    );
  }
  const excluded = places.filter(({ excluded_by: rules }) => rules.length > 0).length;
  return {
    success: true,
    message: `${countOf(places.length, 'list')} of this page ${places.length === 1 ? 'concerns' : 'concern'} ${model}; it is excluded in ${excluded} of them. Clients get it as long as one account or key serves it.`,
    data: { lists: places, aliases },
  };
}
