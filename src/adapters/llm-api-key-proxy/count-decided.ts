import type { RuleKind } from '../model-filter/model-filter-context';
import { decideListed } from './decide-listed';
import type { LlmProxyContext } from './proxy-context';

/** The number of listed models that each rule decides, by its provider, list and text. */
export function countDecided(
  context: LlmProxyContext,
): (provider: string, list: RuleKind, pattern: string) => number {
  const counts = new Map<string, number>();
  const nameOf = (...parts: readonly (string | null)[]) => JSON.stringify(parts);
  for (const { rule, lists } of decideListed(context)) {
    if (rule === null) continue;
    const name = nameOf(lists[rule.kind], rule.kind, rule.pattern);
    counts.set(name, (counts.get(name) ?? 0) + 1); // 0 before the first one.
  }
  // A rule that isn't counted decides none.
  return (provider, list, pattern) => counts.get(nameOf(provider, list, pattern)) ?? 0;
}
