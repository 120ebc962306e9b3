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

/** The class of a tooltip; the mouse on a tooltip counts as being on its row. */
export const TIP_CLASS = 'tip';

/** A visible tooltip. */
export interface ShownTip {
  tip: Tip;
  /** The row's box in the viewport, in CSS pixels. */
  box: DOMRect;
}

/** Tracks the row under the mouse or the focus in an area, and its tooltip. */
export function useTip() {
  const { store } = usePage();
  const [shown, setShown] = useState<ShownTip | null>(null);
  const row = useRef<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hide = () => {
    clearTimeout(timer.current);
    setShown(null);
  };
  /** A dismissed tooltip stays closed until another row is reached. */
  const restOn = (next: HTMLElement | null, isStillOn: (row: HTMLElement) => boolean) => {
    if (next === row.current) return;
    row.current = next;
    hide();
    if (!next) return;
    timer.current = setTimeout(() => {
      // Rows may have scrolled under a resting mouse.
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
  // Hides the tooltip when the state changes, since its text may be outdated.
  useEffect(() => (shown ? watchState() : undefined), [shown]);

  return {
    shown,
    hide,
    areaEvents: {
      onPointerMove(event: PointerEvent) {
        const target = event.target as Element;
        // Touch has no hover, and the mouse may be on the tooltip to read it.
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
