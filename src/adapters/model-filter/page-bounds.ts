import type { ModelFilterContext, RulesByProvider } from './model-filter-context';

/** Limits on what a page may report; far above any real page. Lengths are in UTF-16 units. */
export const MAX_NAME_LENGTH = 500;
/** Search text and error. */
export const MAX_PAGE_TEXT_LENGTH = 10_000;
export const MAX_PROVIDERS = 1_000;
/** Of all providers together. */
export const MAX_MODELS = 100_000;
/** Of all providers together, in each of the shown and the saved rules. */
export const MAX_RULES = 10_000;
export const MAX_RULES_LENGTH = 500_000;
/** 200 characters (docs/page-protocol.md) of up to two units each. */
export const MAX_PATTERN_UNITS = 400;

/** The limit that a context exceeds, as the end of “The page reports …”; null if it exceeds none. */
export function excessOf(context: ModelFilterContext): string | null {
  const { provider, providers, models, drafts, saved, highlight, search, error } = context;
  const modelLists = Object.values(models);
  const named = [Object.keys(models), Object.keys(drafts), Object.keys(saved)];
  const names = [[provider], providers, ...named, ...modelLists, highlight.models];
  const patterns = [...patternLists(drafts), ...patternLists(saved), [highlight.rule?.pattern ?? '']];
  const excesses: [isExceeded: boolean, what: string][] = [
    [
      [providers, ...named].some(({ length }) => length > MAX_PROVIDERS),
      `more than ${inDigits(MAX_PROVIDERS)} providers`,
    ],
    [
      countIn(modelLists) > MAX_MODELS || highlight.models.length > MAX_MODELS,
      `more than ${inDigits(MAX_MODELS)} models`,
    ],
    [
      [drafts, saved].some((rules) => countIn(patternLists(rules)) > MAX_RULES),
      `more than ${inDigits(MAX_RULES)} rules`,
    ],
    [
      [drafts, saved].some((rules) => lengthOf(patternLists(rules)) > MAX_RULES_LENGTH),
      `rules of more than ${inDigits(MAX_RULES_LENGTH)} characters together`,
    ],
    [isLonger(patterns, MAX_PATTERN_UNITS), `a rule of more than ${MAX_PATTERN_UNITS / 2} characters`],
    [isLonger(names, MAX_NAME_LENGTH), `a name of more than ${MAX_NAME_LENGTH} characters`],
    [
      isLonger([[search, error ?? '']], MAX_PAGE_TEXT_LENGTH),
      `a search or an error of more than ${inDigits(MAX_PAGE_TEXT_LENGTH)} characters`,
    ],
  ];
  return excesses.find(([isExceeded]) => isExceeded)?.[1] ?? null;
}

function patternLists(rules: RulesByProvider): string[][] {
  return Object.values(rules).flatMap(({ ignore, whitelist }) => [ignore, whitelist]);
}

function countIn(lists: readonly string[][]): number {
  return lists.reduce((sum, list) => sum + list.length, 0);
}

function lengthOf(lists: readonly string[][]): number {
  return lists.reduce((sum, list) => list.reduce((length, text) => length + text.length, sum), 0);
}

function isLonger(lists: readonly string[][], length: number): boolean {
  return lists.some((list) => list.some((text) => text.length > length));
}

function inDigits(count: number): string {
  return count.toLocaleString('en-US');
}
