import { Pin, X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RuleKind } from '../../filter/decide';
import {
  areModelsLoaded,
  type Highlight,
  highlightOf,
  type RuleView,
  ruleViewsOf,
  shownHighlightOf,
} from '../state/page-view';
import { usePage, usePageState, usePin } from './page-provider';
import { ruleColourStyle } from './rule-colour';
import { ruleFieldId } from './rule-field';
import { useRows, useScrollToShown } from './use-rows';
import { ruleEffect, ruleTip } from './words';

/** Sizes of the rows in CSS pixels, as in the style sheet. */
const SIZES = { rowHeightPx: 32, headHeightPx: 0 };

/**
 * The rules of a list in order. Tab focuses one of them, arrow keys move between them, Delete removes the focused rule.
 */
export function RuleList({ kind }: { kind: RuleKind }) {
  const { store } = usePage();
  const rules = usePageState((state) => ruleViewsOf(state, kind));
  const patternIn = ({ rule }: Highlight) => (rule?.kind === kind ? rule.pattern : null);
  const highlighted = usePageState((state) => patternIn(shownHighlightOf(state)));
  const pinned = usePageState((state) => patternIn(highlightOf(state)));
  const [activeRow, setActive] = useState(0);
  const active = Math.min(activeRow, rules.length - 1);
  const scroller = useRef<HTMLDivElement>(null);
  const { indices, show, moveTo } = useRows({ scroller, ...SIZES, count: rules.length, active });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another click scrolls; rows would move under the mouse.
  useEffect(() => {
    const index = rules.findIndex(({ pattern }) => pattern === pinned);
    if (index >= 0) show(index);
  }, [pinned]);
  useScrollToShown(scroller, show, (name) => rules.findIndex(({ pattern }) => pattern === name));
  // Scrolls to a new rule, which is always the last one.
  const last = rules.at(-1)?.pattern;
  const shownLast = useRef(last);
  useEffect(() => {
    if (last !== shownLast.current) show(rules.length - 1);
    shownLast.current = last;
  });

  /** Focuses a rule's button. A rule out of view is rendered only once it is the active one. */
  const focus = (index: number, button: string) => {
    flushSync(() => setActive(index));
    show(index);
    scroller.current?.querySelector<HTMLElement>(`${button}[tabindex="0"]`)?.focus();
  };
  const ruleAt = (target: EventTarget | Element) => {
    const row = (target as Element).closest<HTMLElement>('[data-rule]');
    return rules.find(({ pattern }) => pattern === row?.dataset.rule);
  };
  const remove = ({ pattern, index }: RuleView, button = '.rule-pattern') => {
    flushSync(() => store.dispatch({ type: 'rule-removed', kind, pattern }));
    const left = rules.length - 1;
    if (left === 0) document.getElementById(ruleFieldId(kind))?.focus();
    else focus(Math.min(index, left - 1), button);
  };
  const pin = usePin();
  const pointerTo = ({ pattern }: RuleView) => ({ on: 'rule', kind, pattern }) as const;
  const onKeyDown = (event: KeyboardEvent) => {
    const rule = rules[active];
    if (event.key === 'Delete' && rule) remove(rule);
    const index = moveTo(event);
    if (index !== null) focus(index, '.rule-pattern');
  };
  /** Event handlers for all rows: their buttons have the focus, and events bubble. */
  const events = {
    onFocus: ({ target }: FocusEvent) => setActive(ruleAt(target)?.index ?? active),
    onKeyDown,
    onClick({ target }: MouseEvent) {
      const rule = ruleAt(target);
      if (!rule) return;
      if ((target as Element).closest('[data-remove]')) remove(rule, '[data-remove]');
      else pin(pointerTo(rule));
    },
  };
  return (
    <div className="rule-list" ref={scroller} {...events}>
      <ul style={{ height: rules.length * SIZES.rowHeightPx }}>
        {indices.map((index) => {
          const rule = rules[index];
          return (
            rule && (
              <li
                key={rule.pattern}
                style={{ top: index * SIZES.rowHeightPx }}
                aria-posinset={index + 1}
                aria-setsize={rules.length}
              >
                <RuleRow
                  rule={rule}
                  isHighlighted={rule.pattern === highlighted}
                  tabIndex={index === active ? 0 : -1}
                />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

/** One rule: its colour, pattern, effect, and a button to remove it. The list handles its events. */
function RuleRow(props: { rule: RuleView; isHighlighted: boolean; tabIndex: number }) {
  const { rule, tabIndex } = props;
  const { kind, pattern } = rule;
  const isCounted = usePageState(areModelsLoaded);
  const isShown = usePageState(({ shown }) => shown?.name === pattern);
  const isPinned = usePageState(
    ({ pinned }) => pinned.on === 'rule' && pinned.kind === kind && pinned.pattern === pattern,
  );
  return (
    <div
      className="rule-item"
      data-rule={pattern}
      data-kind={kind}
      data-highlighted={props.isHighlighted}
      data-shown={isShown}
      title={isCounted ? ruleTip(rule) : 'The models are not loaded'}
      style={ruleColourStyle(rule)}
    >
      <button type="button" className="rule-pattern mono" aria-pressed={isPinned} tabIndex={tabIndex}>
        {pattern}
      </button>
      {isPinned && <Pin className="pin" size={12} aria-hidden />}
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
}
