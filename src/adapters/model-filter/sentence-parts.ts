import type { RuleKind } from './model-filter-context';

/** A number with its noun, e.g. "1 model", "1,234 models". */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** A rule as messages name it, e.g. `ignore rule "*-preview*"`. */
export function ruleLabel(kind: RuleKind, pattern: string): string {
  return `${kind} rule ${JSON.stringify(pattern)}`;
}
