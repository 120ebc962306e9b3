import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { RuleKind } from '../../../filter/decide';
import { POINTING_AT_NOTHING, type Pointer, samePointer } from '../../state/page-state';
import { type RuleView, ruleViewsOf } from '../../state/page-view';
import { nextRowIndex } from '../lists/next-row-index';
import { scrollToRow, visibleRows } from '../lists/scroll-to-row';
import { useNavigation } from '../navigation';
import { usePage, usePageState } from '../page-provider';
import { RULE_MEASURES } from './rule-measures';

const PATTERN_BUTTON = '.rule-pattern';
const REMOVE_BUTTON = '[data-remove]';

/**
 * The rules of a list, the active one, and the handlers for mouse and keyboard. `onEmptied` is called when
 * the last one was removed, since the focus has to move.
 */
export function useRuleRows(kind: RuleKind, scroller: RefObject<HTMLElement | null>, onEmptied: () => void) {
  const { store } = usePage();
  const navigation = useNavigation();
  const rules = usePageState((state) => ruleViewsOf(state, kind));
  const [active, setActive] = useState(0);
  const activeIndex = Math.min(active, rules.length - 1);

  const show = (index: number) => {
    if (scroller.current) scrollToRow(scroller.current, index, RULE_MEASURES);
  };
  /** A rule far away is rendered only once it is the active one. */
  const focus = (index: number, button: string) => {
    flushSync(() => setActive(index));
    show(index);
    scroller.current?.querySelector<HTMLElement>(`${button}[tabindex="0"]`)?.focus();
  };
  const ruleOf = (element: Element) => rules.find(({ pattern }) => pattern === patternAt(element));
  const remove = (rule: RuleView, button: string) => {
    flushSync(() => store.dispatch({ type: 'rule-removed', kind, pattern: rule.pattern }));
    const left = ruleViewsOf(store.getState(), kind).length;
    if (left === 0) onEmptied();
    else focus(Math.min(rule.index, left - 1), button);
  };
  const pointerTo = (pattern: string): Pointer => ({ on: 'rule', kind, pattern });
  const isPinned = ({ pattern }: RuleView) => samePointer(store.getState().pinned, pointerTo(pattern));
  const pin = (rule: RuleView) => {
    store.dispatch({ type: 'pinned', pointer: pointerTo(rule.pattern) });
    if (isPinned(rule)) navigation.showModels(rule.decides);
  };
  const pointAt = (element: Element | null) => {
    const pattern = element ? patternAt(element) : undefined;
    store.dispatch({
      type: 'pointed',
      pointer: pattern === undefined ? POINTING_AT_NOTHING : pointerTo(pattern),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const rule = rules[activeIndex];
    if (event.key === 'Delete' && rule) {
      event.preventDefault();
      remove(rule, PATTERN_BUTTON);
      return;
    }
    const page = scroller.current ? visibleRows(scroller.current, RULE_MEASURES) : 1;
    const index = nextRowIndex(event.key, activeIndex, rules.length, page);
    if (index === null) return;
    event.preventDefault();
    focus(index, PATTERN_BUTTON);
  };
  return {
    rules,
    activeIndex,
    show,
    focus: (index: number) => focus(index, PATTERN_BUTTON),
    /** The rule of a row; undefined if it no longer exists. */
    ruleOf,
    remove: (rule: RuleView) => remove(rule, PATTERN_BUTTON),
    showModels(rule: RuleView) {
      if (isPinned(rule)) navigation.showModels(rule.decides);
      else pin(rule);
    },
    /** For the list's container: the rules' buttons have the focus, and these handle bubbling events. */
    listEvents: {
      onPointerMove: (event: PointerEvent<HTMLElement>) => pointAt(event.target as Element),
      onPointerLeave: () => pointAt(null),
      onFocus(event: FocusEvent<HTMLElement>) {
        const rule = ruleOf(event.target);
        if (rule) setActive(rule.index);
        pointAt(event.target);
      },
      onBlur: () => pointAt(null),
      onKeyDown,
      onClick(event: MouseEvent) {
        const target = event.target as Element;
        const rule = ruleOf(target);
        if (!rule) return;
        if (target.closest(REMOVE_BUTTON)) remove(rule, REMOVE_BUTTON);
        else pin(rule);
      },
    },
  };
}

function patternAt(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-rule]')?.dataset.rule;
}
