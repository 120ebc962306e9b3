import { modelName } from './matcher';
import { loadedModels, type ModelFilterContext, RULE_KINDS, rulesOf } from './model-filter-context';
import { ruleLabel } from './rule-list';

/**
 * The name by which the page shows a model or a rule of the provider in view: a model's id, or a rule's pattern. Things of
 * other providers are not in sight, and the page doesn't switch to them: the provider is a part of its restorable state, so
 * looking at a name would make a pending approval outdated.
 */
export function shownBy(context: ModelFilterContext, name: string): string | null {
  return namesIn(context).get(name) ?? null;
}

/** Cache by context, since the panel asks for many names. */
const known = new WeakMap<ModelFilterContext, ReadonlyMap<string, string>>();

/** The page's names, by each name that previews, results and answers have for them. A model precedes a rule of its name. */
function namesIn(context: ModelFilterContext): ReadonlyMap<string, string> {
  const cached = known.get(context);
  if (cached !== undefined) return cached;
  const { provider, drafts } = context;
  const rules = rulesOf(drafts, provider);
  const names = new Map([
    ...RULE_KINDS.flatMap((kind) =>
      rules[kind].flatMap((pattern) => {
        const label = ruleLabel(kind, pattern);
        const labels = [label, `${provider}: ${label}`, `by ${label}`, `${kind} ${pattern}`];
        return [pattern, ...labels].map((name): [string, string] => [name, pattern]);
      }),
    ),
    ...(loadedModels(context, provider) ?? []).flatMap((id): [string, string][] => [
      [modelName(id), id],
      [id, id],
    ]),
  ]);
  known.set(context, names);
  return names;
}
