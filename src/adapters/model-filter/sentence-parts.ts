import type { RuleKind } from './model-filter-context';

/** A rule as messages name it, e.g. `ignore rule "*-preview*"`. */
export function ruleLabel(kind: RuleKind, pattern: string): string {
  return `${kind} rule ${JSON.stringify(pattern)}`;
}
