import { Pin, X } from 'lucide-react';
import { memo } from 'react';
import type { RuleView } from '../../state/page-view';
import type { RowMark } from '../lists/row-mark';
import { ruleColourStyle } from './rule-colour';
import { ruleEffect } from './rule-words';

interface RuleItemProps {
  rule: RuleView;
  /** True if the models are loaded, so that the effect can be shown. */
  isCounted: boolean;
  mark: RowMark;
  /** True for the one rule of a list in the tab order. */
  isActive: boolean;
}

/** A rule: its colour, its pattern, its effect, and a button to remove it. Its list handles the events. */
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
