import { X } from 'lucide-react';
import type { RuleView } from '../state/page-view';
import { ruleItemId } from './element-ids';
import { ruleColourStyle } from './rule-colour';

interface RuleItemProps {
  rule: RuleView;
  /** Whether the models are there, so that the count says something. */
  isCounted: boolean;
  isHighlighted: boolean;
  onPoint: (isOn: boolean) => void;
  /** Shows the rule's first model in the panes. */
  onReveal: () => void;
  onRemove: () => void;
}

/** A rule: its colour, its pattern, what it comes to, and the way to remove it. */
export function RuleItem({ rule, isCounted, isHighlighted, onPoint, onReveal, onRemove }: RuleItemProps) {
  const { kind, pattern, index } = rule;
  return (
    <li
      id={ruleItemId(kind, index)}
      className="rule-item"
      data-highlighted={isHighlighted}
      style={ruleColourStyle(rule)}
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
      onFocus={() => onPoint(true)}
      onBlur={() => onPoint(false)}
    >
      <span className="edge" aria-hidden />
      <button type="button" className="rule-pattern mono" title={tooltip(rule)} onClick={onReveal}>
        {pattern}
      </button>
      {isCounted && <span className="rule-count muted">{countText(rule)}</span>}
      <button
        type="button"
        className="quiet icon-only"
        aria-label={`Remove ${kind} rule ${pattern}`}
        data-remove={pattern}
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </li>
  );
}

const NAMED_MODELS = 5;

function tooltip({ pattern, decides }: RuleView): string {
  const more = decides.length - NAMED_MODELS;
  return [pattern, ...decides.slice(0, NAMED_MODELS), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

function countText({ kind, decides }: RuleView): string {
  if (decides.length === 0) return 'no effect now';
  return `${kind === 'ignore' ? 'hides' : 'keeps'} ${decides.length}`;
}
