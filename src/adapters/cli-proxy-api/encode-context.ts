import { visibleJson } from '@/src/core/text/visible-json';
import { modelLinesWithin } from '../kit/lines-within';
import { countOf } from '../kit/tool-results';
import {
  ALL_MODELS,
  allLists,
  type DecidedModel,
  decideModels,
  type ListRef,
  modelsOf,
  rulesOf,
} from './exclusion-list';
import type { CliProxyContext } from './proxy-context';

const PLAIN_NAME = /^[A-Za-z0-9._@/+-]+$/;

/** The page's state as lines for the model; see {@link modelLinesWithin}. */
export function encodeContext(context: CliProxyContext, budgetTokens: number): string {
  return modelLinesWithin(
    (hasModels) => linesOf(context, hasModels),
    budgetTokens,
    'list_models and explain_model',
  );
}

function linesOf(context: CliProxyContext, hasModels: boolean): string[] {
  const lists = allLists(context);
  const section = (kind: ListRef['kind']) =>
    lists.filter((list) => list.kind === kind).flatMap((list) => listLines(context, list, hasModels));
  const aliases = Object.entries(context.aliases).flatMap(([channel, all]) =>
    all.map(({ name, alias }) => `${shown(channel)}: ${shown(name)} is known as ${shown(alias)}`),
  );
  return [
    'OAuth accounts, by provider:',
    ...section('provider'),
    'API keys:',
    ...orNone(section('key')),
    'aliases (read-only):',
    ...orNone(aliases),
  ];
}

function listLines(context: CliProxyContext, list: ListRef, hasModels: boolean): string[] {
  const rules = rulesOf(context, list);
  const models = decideModels(context, list);
  const excluded = models.filter((model) => model.rules.length > 0);
  const matched = countRules(excluded);
  const counts =
    modelsOf(context, list) === null
      ? 'models unknown'
      : `${countOf(models.length, 'model')}, ${excluded.length} excluded`;
  const isOff = list.kind === 'key' && rules.includes(ALL_MODELS);
  return [
    `${shown(list.id)}${keyFacts(context, list)}: ${counts}${isOff ? ', the key is switched off' : ''}`,
    ...(rules.length === 0 ? [] : [`  rules: ${rules.map((rule) => ruleText(rule, matched)).join(', ')}`]),
    ...(hasModels && models.length > 0 ? [`  models: ${models.map(modelText).join(' ')}`] : []),
  ];
}

function keyFacts(context: CliProxyContext, list: ListRef): string {
  const entry = list.kind === 'key' ? context.entries.find(({ id }) => id === list.id) : undefined;
  if (entry === undefined) return '';
  const host = entry.host === null ? '' : ` at ${shown(entry.host)}`;
  return ` (number ${entry.index + 1}${host}${entry.models === null ? '' : ', with models of its own'})`;
}

/** The number of models that each rule excludes; rules that exclude none are left out. */
function countRules(models: readonly DecidedModel[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const rule of models.flatMap(({ rules }) => rules)) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}

function ruleText(rule: string, matched: ReadonlyMap<string, number>): string {
  // A rule that isn't counted excludes none.
  return `${visibleJson(rule)} excludes ${matched.get(rule) ?? 0}`;
}

/** An excluded model has a minus sign before its name. */
function modelText({ id, rules }: DecidedModel): string {
  return `${rules.length > 0 ? '-' : ''}${shown(id)}`;
}

function shown(name: string): string {
  return PLAIN_NAME.test(name) && !name.startsWith('-') && name !== 'none' ? name : visibleJson(name);
}

function orNone(lines: string[]): string[] {
  return lines.length === 0 ? ['none'] : lines;
}
