import type { JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';
import { nearTexts } from '../kit/near-texts';
import type { RuleStep } from '../kit/rule-list/rule-list-half';
import { failure, listed } from '../kit/tool-results';
import {
  ALL_MODELS,
  allLists,
  decideModels,
  type ListRef,
  listLabel,
  modelsOf,
  rulesOf,
  withList,
} from './exclusion-list';
import { matchesRule, normaliseRules, normaliseText } from './matcher';
import type { CliProxyContext } from './proxy-context';
import {
  keyChangeInput,
  keyRemovalInput,
  providerChangeInput,
  providerRemovalInput,
} from './tool-definitions';

/** The change that a call asks for. */
export interface WantedChange {
  list: ListRef;
  action: 'exclude' | 'remove';
  patterns: string[];
}

/** A change that can be made, with its effect on the models of its list. */
export interface PlannedChange {
  step: RuleStep<ListRef, string[]>;
  /** The context that the change leads to. */
  after: CliProxyContext;
  /** The rules of its list from then on. */
  rules: string[];
  /** The models that the list excludes from now on. */
  lost: string[];
  /** The models that the list doesn't exclude any more. */
  regained: string[];
}

/** The change that a call asks for; null if the tool changes nothing. The arguments fit the tool's schema. */
export function wantedChange(tool: string, args: JsonObject): WantedChange | null {
  switch (tool) {
    case 'exclude_models':
      return ofProvider('exclude', providerChangeInput.parse(args));
    case 'remove_exclusions':
      return ofProvider('remove', providerRemovalInput.parse(args));
    case 'exclude_models_for_key':
      return ofKey('exclude', keyChangeInput.parse(args));
    case 'remove_exclusions_for_key':
      return ofKey('remove', keyRemovalInput.parse(args));
    default:
      return null;
  }
}

type Action = WantedChange['action'];

function ofProvider(action: Action, args: { provider: string; patterns: string[] }): WantedChange {
  return { action, list: { kind: 'provider', id: args.provider }, patterns: args.patterns };
}

function ofKey(action: Action, args: { key: string; patterns: string[] }): WantedChange {
  return { action, list: { kind: 'key', id: args.key }, patterns: args.patterns };
}

/** The change on a page in this state, or the reason why it can't be made. */
export function planChange(
  context: CliProxyContext,
  wanted: WantedChange,
): PlannedChange | { failed: ToolResult } {
  const list = knownList(context, wanted.list) ?? newList(wanted);
  if (list === null) return { failed: unknownList(context, wanted.list) };
  const before = rulesOf(context, list);
  const patterns = normaliseRules(wanted.patterns);
  const failed = wanted.action === 'exclude' ? refusedPattern(list, patterns) : missingRule(before, patterns);
  if (failed !== null) return { failed };
  const after =
    wanted.action === 'exclude'
      ? normaliseRules([...before, ...patterns])
      : before.filter((rule) => !patterns.includes(rule));
  if (after.length === before.length) return { failed: nothingNew(list) };
  return { step: { list, before, after }, rules: after, ...effectOf(context, list, after) };
}

/** The models of a list whose exclusion changes with its rules. */
export function effectOf(
  context: CliProxyContext,
  list: ListRef,
  rules: readonly string[],
): Pick<PlannedChange, 'after' | 'lost' | 'regained'> {
  const after = withList(context, list, rules);
  const isExcluded = decideModels(after, list).map((model) => model.rules.length > 0);
  const before = decideModels(context, list);
  const changed = (toExcluded: boolean) =>
    before
      .filter((model, index) => isExcluded[index] === toExcluded && model.rules.length > 0 !== toExcluded)
      .map(({ id }) => id);
  return { after, lost: changed(true), regained: changed(false) };
}

/** The number of a list's models that a pattern matches; null if the catalogue is unknown. */
export function matchCount(context: CliProxyContext, list: ListRef, pattern: string): number | null {
  return modelsOf(context, list)?.filter((id) => matchesRule(pattern, id)).length ?? null;
}

/** The list that a call names, with its name as the server has it; null if there is none. */
export function knownList(context: CliProxyContext, { kind, id }: ListRef): ListRef | null {
  const wanted = id.trim().toLowerCase();
  return allLists(context).find((list) => list.kind === kind && list.id.toLowerCase() === wanted) ?? null;
}

/** The list of a provider that has none yet: the server takes any name. Null if the call needs one that is there. */
function newList({ action, list: { kind, id } }: WantedChange): ListRef | null {
  const name = normaliseText(id);
  return action === 'exclude' && kind === 'provider' && name !== '' ? { kind, id: name } : null;
}

/** Sentences for a provider that the page doesn't list, which may be misspelt. */
export function newProviderNotes(context: CliProxyContext, lists: readonly ListRef[]): string[] {
  const known = allLists(context).flatMap(({ kind, id }) => (kind === 'provider' ? [id] : []));
  return lists
    .filter(({ kind, id }) => kind === 'provider' && !known.includes(id))
    .map(({ id }) => {
      const near = nearTexts(id, known);
      const hint = near.length === 0 ? '' : ` Near names: ${near.join(', ')}.`;
      return `The page lists no OAuth provider ${JSON.stringify(id)}; the server takes any name.${hint}`;
    });
}

/** The failure of a call that names no list of the page. */
export function unknownList(context: CliProxyContext, { kind, id }: ListRef): ToolResult {
  const known = allLists(context)
    .filter((list) => list.kind === kind)
    .map((list) => list.id);
  const what = kind === 'provider' ? 'OAuth provider' : 'API key';
  return failure('list_not_found', `The page has no ${what} ${JSON.stringify(id)}.`, { known });
}

function refusedPattern(list: ListRef, patterns: readonly string[]): ToolResult | null {
  if (patterns.length === 0) return failure('invalid_pattern', 'A rule needs more than blanks.');
  const withComma = patterns.find((pattern) => pattern.includes(','));
  if (withComma !== undefined) {
    return failure(
      'invalid_pattern',
      `${JSON.stringify(withComma)} holds a comma, at which the server splits rules. Add one rule for each part.`,
    );
  }
  if (list.kind === 'key' && patterns.includes(ALL_MODELS)) {
    return failure(
      'invalid_pattern',
      'On an API key, the rule "*" means that the key is switched off. The user can do that on the page.',
    );
  }
  return null;
}

function missingRule(before: readonly string[], patterns: readonly string[]): ToolResult | null {
  const missing = patterns.filter((pattern) => !before.includes(pattern));
  if (missing.length === 0) return null;
  return failure('rule_not_found', 'There are no such rules, so nothing was removed.', {
    ...listed('missing', missing),
    ...listed('rules', before),
  });
}

function nothingNew(list: ListRef): ToolResult {
  return failure('duplicate_rule', `Rules of ${listLabel(list)} already say that; nothing was changed.`);
}
