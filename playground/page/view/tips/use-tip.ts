import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { modelsOf } from '../../state/page-view';
import { usePage } from '../page-provider';
import { rowAt } from '../row-at';
import { tipOfRow } from './tip-of-row';
import type { Tip } from './tip-text';

const DELAY_MS = 500;

/** The class of a tooltip: what is over one stays on its row. */
export const TIP_CLASS = 'tip';

/** A tooltip in view. */
export interface ShownTip {
  tip: Tip;
  /** The row's box, in CSS pixels of the window. */
  box: DOMRect;
}

/** Watches an area: which row the mouse or the keyboard rests on, and the tooltip that this brings up. */
export function useTip() {
  const { store } = usePage();
  const [shown, setShown] = useState<ShownTip | null>(null);
  const row = useRef<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hide = () => {
    clearTimeout(timer.current);
    setShown(null);
  };
  /** Staying on a row whose tooltip was put away doesn't bring it back. */
  const restOn = (next: HTMLElement | null, isStillOn: (row: HTMLElement) => boolean) => {
    if (next === row.current) return;
    row.current = next;
    hide();
    if (!next) return;
    timer.current = setTimeout(() => {
      // Rows may have scrolled on beneath a mouse that didn't move.
      const tip = isStillOn(next) ? tipOfRow(store.getState(), next) : null;
      if (tip) setShown({ tip, box: next.getBoundingClientRect() });
    }, DELAY_MS);
  };
  const leave = () => restOn(null, isInDocument);

  useEffect(() => () => clearTimeout(timer.current), []);
  const watchState = useEffectEvent(() => {
    const before = store.getState();
    return store.subscribe(() => {
      const now = store.getState();
      if (now.drafts !== before.drafts || modelsOf(now) !== modelsOf(before)) setShown(null);
    });
  });
  // What it says would no longer be true.
  useEffect(() => (shown ? watchState() : undefined), [shown]);

  return {
    shown,
    hide,
    areaEvents: {
      onPointerMove(event: PointerEvent) {
        const target = event.target as Element;
        // Touch has no resting; and what a tooltip says may be read with the mouse on it.
        if (event.pointerType === 'touch' || target.closest(`.${TIP_CLASS}`)) return;
        restOn(rowAt(target), isHovered);
      },
      onPointerLeave: leave,
      onPointerDown: hide,
      onScrollCapture: () => setShown(null),
      onKeyDown: hide,
      onKeyUp: (event: KeyboardEvent) => restOn(rowAt(event.target as Element), isInDocument),
      onFocus(event: FocusEvent<Element>) {
        if (event.target.matches(':focus-visible')) restOn(rowAt(event.target), isInDocument);
      },
      onBlur: leave,
    },
  };
}

function isHovered(row: HTMLElement): boolean {
  return row.matches(':hover');
}

function isInDocument(row: HTMLElement): boolean {
  return row.isConnected;
}
