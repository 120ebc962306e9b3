import { assertNever } from '@/src/core/assert-never';
import type { Rules } from '@/tests/outsider/start-predictor';

/** Rules by provider, without providers that have none. */
export type RulesByProvider = { [provider: string]: Rules };

/** The list that a rule is in. */
export type Kind = keyof Rules;

/** A pattern, with its provider; without one, for the provider in view. */
export type RuleArgs = { pattern: string; provider?: string };

/** The arguments of an import, or of its preview; an omitted list isn't changed. */
export type ImportArgs = {
  ignore?: string[];
  whitelist?: string[];
  mode: 'merge' | 'replace';
  provider?: string;
};

/** A call of one of the adapter's tools. */
export type FilterCall =
  | { tool: 'add_rule' | 'remove_rule'; kind: Kind; args: RuleArgs }
  | { tool: 'clear_all_rules'; kind: Kind; args: { provider?: string } }
  | { tool: 'import_rules' | 'preview_rules'; args: ImportArgs }
  | { tool: 'apply_rules'; args: { rule_sets: ({ provider: string } & Rules)[] } }
  | { tool: 'get_models_matching_pattern'; args: RuleArgs }
  | { tool: 'list_models'; args: { show: 'visible' | 'hidden' | 'kept' | 'unmatched'; provider?: string } };

/** The tool's name: tools for one list have the list in their names. */
export function toolName(call: FilterCall): string {
  return 'kind' in call ? call.tool.replace('_rule', `_${call.kind}_rule`) : call.tool;
}

/** A provider's rules; two empty lists if there are none. */
export function rulesOf(rules: RulesByProvider, provider: string): Rules {
  return rules[provider] ?? { ignore: [], whitelist: [] };
}

/** A rule with its place. */
export interface RulePlace {
  provider: string;
  kind: Kind;
  pattern: string;
}

/** All rules with their places. */
export function placesOf(rules: RulesByProvider): RulePlace[] {
  return Object.entries(rules).flatMap(([provider, own]) =>
    (['ignore', 'whitelist'] as const).flatMap((kind) =>
      own[kind].map((pattern) => ({ provider, kind, pattern })),
    ),
  );
}

/** True if a text can be a rule (docs/page-protocol.md). */
export function isRule(pattern: string): boolean {
  if (pattern === '' || pattern !== pattern.trim() || pattern.length > 200) return false;
  return !/[,\r\n\u2028\u2029\p{Cs}]/u.test(pattern);
}

/**
 * The rules after the call, equivalent in their effect on models: the lists may contain duplicate or
 * redundant rules. Null if the call has to fail.
 *
 * @param inView the provider that the page shows
 */
export function rulesAfter(
  call: FilterCall,
  before: RulesByProvider,
  inView: string,
): RulesByProvider | null {
  if (call.tool === 'apply_rules') return appliedRules(call.args.rule_sets, before);
  const provider = call.args.provider ?? inView;
  const own = rulesOf(before, provider);
  const withOwn = (rules: Rules): RulesByProvider => ({ ...before, [provider]: rules });
  switch (call.tool) {
    case 'add_rule':
      if (!isRule(call.args.pattern)) return null;
      return withOwn({ ...own, [call.kind]: [...own[call.kind], call.args.pattern] });
    case 'remove_rule':
      if (!own[call.kind].includes(call.args.pattern)) return null;
      return withOwn({ ...own, [call.kind]: own[call.kind].filter((rule) => rule !== call.args.pattern) });
    case 'clear_all_rules':
      return withOwn({ ...own, [call.kind]: [] });
    case 'import_rules':
    case 'preview_rules': {
      const imported = importedRules(own, call.args);
      return imported === null ? null : withOwn(imported);
    }
    case 'get_models_matching_pattern':
    case 'list_models':
      return before;
    default:
      return assertNever(call);
  }
}

function importedRules(own: Rules, { ignore, whitelist, mode }: ImportArgs): Rules | null {
  const given = [...(ignore ?? []), ...(whitelist ?? [])];
  if (mode === 'replace') {
    if (!given.every(isRule)) return null;
    return { ignore: ignore ?? own.ignore, whitelist: whitelist ?? own.whitelist };
  }
  return {
    ignore: [...own.ignore, ...(ignore ?? []).filter(isRule)],
    whitelist: [...own.whitelist, ...(whitelist ?? []).filter(isRule)],
  };
}

function appliedRules(
  sets: readonly ({ provider: string } & Rules)[],
  before: RulesByProvider,
): RulesByProvider | null {
  const lists = sets.flatMap(({ ignore, whitelist }) => [ignore, whitelist]);
  if (lists.some((list) => !list.every(isRule) || new Set(list).size < list.length)) return null;
  const applied = sets.map(({ provider, ignore, whitelist }) => [provider, { ignore, whitelist }]);
  return { ...before, ...Object.fromEntries(applied) };
}
