import type { CSSProperties } from 'react';
import type { RuleKind } from '../../filter/decide';

/** Number of colours of each kind, after which they repeat. */
export const RULE_COLOURS = 10;

/**
 * Sets the colour of a rule as the custom property `--rule`. It depends only on kind and index, so that equal states
 * look the same.
 */
export function ruleColourStyle(rule: { kind: RuleKind; index: number } | null): CSSProperties {
  if (rule === null) return {};
  return { '--rule': `var(--${rule.kind}-${rule.index % RULE_COLOURS})` } as CSSProperties;
}
