import type { CSSProperties } from 'react';
import type { RuleKind } from '../../filter/decide';

/** Number of colours of each kind before they repeat. */
export const RULE_COLOURS = 10;

/**
 * The colour of a rule as the custom property `--rule`. It depends only on kind and index, so that the same
 * state looks the same.
 */
export function ruleColourStyle(rule: { kind: RuleKind; index: number } | null): CSSProperties {
  if (rule === null) return {};
  return { '--rule': `var(--${rule.kind}-${rule.index % RULE_COLOURS})` } as CSSProperties;
}
