import { createCatalogue } from '@/playground/server/catalogue';
import type { RuleSet } from '@/src/adapters/kit/rules/provider-rules';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import { createSeededRandom } from './seeded-random';

const PROVIDER = 'everything';
const SEED = 1;

/** Makes a rule of each kind from a model's name. Each rule is narrow: all rules together hide only some of the models. */
const RULE_SHAPES = {
  exact: (name: string) => name,
  prefix: (name: string) => `${name.slice(0, -2)}*`,
  suffix: (name: string) => `*${name.slice(-12)}`,
  contains: (name: string) => `*${name.slice(-14, -2)}*`,
  other: (name: string) => `${name.slice(0, -6)}?*${name.slice(-4)}`,
};

/** Relative frequency of each rule shape. */
export type RuleMix = Partial<Record<keyof typeof RULE_SHAPES, number>>;

/**
 * The mix in rules that users write: names, beginnings, parts, ends, and a few that need more than plain text
 * comparison.
 */
export const TYPICAL_MIX: RuleMix = { exact: 4, prefix: 4, contains: 3, suffix: 2, other: 1 };

/** The mix for which a single regex is fastest. */
export const PLAIN_MIX: RuleMix = { exact: 1, prefix: 1 };

/** A page with one provider and this many models and rules, of which four fifths are ignore rules. */
export function largeContext(modelCount: number, ruleCount: number, mix: RuleMix): ModelFilterContext {
  const { listed } = createCatalogue({ seed: SEED, size: modelCount, provider: 'openrouter' });
  const names = listed.map(({ id }) => id).sort();
  const rules = ruleSet(names, ruleCount, mix);
  return modelFilterState({
    provider: PROVIDER,
    providers: [PROVIDER],
    models: { [PROVIDER]: names.map((name) => `${PROVIDER}/${name}`) },
    drafts: { [PROVIDER]: rules },
    saved: { [PROVIDER]: rules },
  });
}

function ruleSet(names: readonly string[], count: number, mix: RuleMix): RuleSet {
  const random = createSeededRandom(SEED);
  const shapes = Object.entries(RULE_SHAPES).flatMap(([kind, shape]) =>
    Array.from({ length: mix[kind as keyof RuleMix] ?? 0 }, () => shape),
  );
  const patterns = new Set<string>();
  while (patterns.size < count) {
    const shape = shapes[random(shapes.length)] ?? RULE_SHAPES.exact;
    patterns.add(shape(names[random(names.length)] ?? ''));
  }
  const list = [...patterns];
  const ignored = Math.round(count * 0.8);
  return { ignore: list.slice(0, ignored), whitelist: list.slice(ignored) };
}

/** Compiles all rules into one regex over full ids, which matches if any rule does. */
export function joinedRegex({ ignore, whitelist }: RuleSet): RegExp {
  const patterns = [...ignore, ...whitelist];
  const ofNames = patterns.filter((pattern) => !pattern.startsWith('*')).map(regexSource);
  const ofIds = patterns.filter((pattern) => pattern.startsWith('*')).map(regexSource);
  return new RegExp(`^(?:${PROVIDER}/(?:${ofNames.join('|')})|${ofIds.join('|')})$`, 's');
}

/** Translates a pattern to regex syntax. Does not support sets, which these rules do not contain. */
function regexSource(pattern: string): string {
  return pattern
    .replace(/[.+^${}()|\\/[\]-]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
}
