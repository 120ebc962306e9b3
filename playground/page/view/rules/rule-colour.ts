import type { CSSProperties } from 'react';
import type { RuleKind } from '../../../filter/decide';

/** How many colours each kind has before they repeat. */
export const RULE_COLOURS = 10;

/** The colour of a rule, as the custom property `--rule`: that of its kind and position, so the same state looks the same. */
export function ruleColourStyle(rule: { kind: RuleKind; index: number }): CSSProperties {
  return { '--rule': `var(--${rule.kind}-${rule.index % RULE_COLOURS})` } as CSSProperties;
}
