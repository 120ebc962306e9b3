import { Pin, X } from 'lucide-react';
import { memo } from 'react';
import type { RuleView } from '../../state/page-view';
import type { RowMark } from '../lists/row-mark';
import { ruleColourStyle } from './rule-colour';
import { ruleEffect } from './rule-words';

interface RuleItemProps {
  rule: RuleView;
  /** Whether the models are there, so that the effect says something. */
  isCounted: boolean;
  mark: RowMark;
  /** Whether Tab leads to it: one rule of a list. */
  isActive: boolean;
}

/** A rule: its colour, its pattern, what it comes to, and the way to remove it. Its list takes what is done to it. */
export const RuleItem = memo(function RuleItem({ rule, isCounted, mark, isActive }: RuleItemProps) {
  const { kind, pattern } = rule;
  const isChosen = mark === 'chosen';
  const tabIndex = isActive ? 0 : -1;
  return (
    <div
      className="rule-item"
      data-rule={pattern}
      data-kind={kind}
      data-highlighted={mark !== 'none'}
      data-pinned={isChosen || mark === 'pinned'}
      style={ruleColourStyle(rule)}
    >
      <button type="button" className="rule-pattern mono" aria-pressed={isChosen} tabIndex={tabIndex}>
        {pattern}
      </button>
      {isChosen && <Pin className="pin" size={12} aria-hidden />}
      {isCounted && <span className="rule-count muted">{ruleEffect(rule)}</span>}
      <button
        type="button"
        className="quiet icon-only"
        aria-label={`Remove ${kind} rule ${pattern}`}
        data-remove=""
        tabIndex={tabIndex}
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  );
});
