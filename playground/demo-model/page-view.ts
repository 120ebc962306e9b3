import { assertNever } from '../assert-never';
import { decideModels, type RuleKind } from '../filter/decide';
import { parseJson } from './parse-json';

/** A model as the page state lists it: its name (the id without the provider) and the rule that decides it, if any. */
export interface PageModel {
  name: string;
  isHidden: boolean;
  rule: { kind: RuleKind; pattern: string } | null;
}

/**
 * What the page state tells about the models. `grouped`: there are too many, so it holds counts only; `isStale` once
 * rules changed after it was written. `elsewhere`: another provider is in view, so it tells nothing of this one.
 * `unknown`: it tells nothing, for the reason given.
 */
export type PageModels =
  | { kind: 'listed'; models: PageModel[] }
  | {
      kind: 'grouped';
      total: number;
      visible: number;
      hidden: number;
      visibleGroups: string[];
      hiddenGroups: string[];
      isStale: boolean;
    }
  | { kind: 'elsewhere' }
  | { kind: 'unknown'; reason: string };

/** A model-filter page as a request shows it. */
export interface PageView {
  provider: string;
  providers: string[];
  /** Providers with unsaved changes. */
  unsaved: string[];
  ignore: string[];
  whitelist: string[];
  /** Whether there are more rules than the state had room for. */
  areRulesCut: boolean;
  /** The state's own lines. */
  otherRules: string[];
  models: PageModels;
}

/** Which models these rules would hide and keep, from the names alone. */
export function decideNames(
  names: readonly string[],
  page: Pick<PageView, 'provider' | 'ignore' | 'whitelist'>,
): PageModel[] {
  const decisions = decideModels(
    names.map((name) => `${page.provider}/${name}`),
    { ignore: page.ignore, whitelist: page.whitelist },
  );
  return decisions.map(({ name, status, rule }) => ({
    name,
    isHidden: status === 'ignored',
    rule: rule === null ? null : { kind: rule.kind, pattern: rule.pattern },
  }));
}

/** The page with other rules for its provider, its models decided anew. */
export function withRules(page: PageView, rules: { ignore: string[]; whitelist: string[] }): PageView {
  const changed = { ...page, ...rules };
  if (page.areRulesCut) {
    return { ...changed, models: { kind: 'unknown', reason: 'the page has more rules than I was shown' } };
  }
  switch (page.models.kind) {
    case 'listed': {
      const names = page.models.models.map((model) => model.name);
      return { ...changed, models: { kind: 'listed', models: decideNames(names, changed) } };
    }
    case 'grouped':
      return { ...changed, models: { ...page.models, isStale: true } };
    case 'elsewhere':
    case 'unknown':
      return changed;
    default:
      return assertNever(page.models);
  }
}

/** What is known of a provider that isn't in view: its name, and that its rules are not shown. */
export function viewElsewhere(page: PageView, provider: string): PageView {
  return { ...page, provider, ignore: [], whitelist: [], areRulesCut: true, models: { kind: 'elsewhere' } };
}

/** How many rules of each kind a provider has, from the state's line about it; null where the line had no room. */
export function ruleCountsOf(page: PageView, provider: string): Record<RuleKind, number> | null {
  for (const line of page.otherRules) {
    const [, name = '', ignore, whitelist] = /^(.*): (\d+) ignore, (\d+) whitelist$/.exec(line) ?? [];
    const isIt = name === provider || parseJson(name) === provider;
    if (isIt) return { ignore: Number(ignore), whitelist: Number(whitelist) };
  }
  return page.otherRules.some((line) => /^and \d+ more$/.test(line)) ? null : { ignore: 0, whitelist: 0 };
}
