import { type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject, useState } from 'react';
import type { ModelDecision } from '../../../filter/decide';
import { POINTING_AT_NOTHING } from '../../state/page-state';
import { rowsOf } from '../../state/page-view';
import { nextRowIndex } from '../lists/next-row-index';
import { scrollToRow, visibleRows } from '../lists/scroll-to-row';
import { useNavigation } from '../navigation';
import { usePage, usePageState } from '../page-provider';
import { PANE_MEASURES } from './pane-measures';

/** The rows of both panes, the active one, and the handlers for mouse and keyboard. */
export function useModelRows(scroller: RefObject<HTMLElement | null>) {
  const { store } = usePage();
  const navigation = useNavigation();
  const rows = usePageState(rowsOf);
  const [activeId, setActiveId] = useState<string | null>(null);
  const activeIndex = Math.max(
    0,
    rows.findIndex(({ id }) => id === activeId),
  );

  const scrollTo = (index: number) => {
    if (scroller.current) scrollToRow(scroller.current, index, PANE_MEASURES);
  };
  const pointAt = (id: string | undefined) =>
    store.dispatch({
      type: 'pointed',
      pointer: id === undefined ? POINTING_AT_NOTHING : { on: 'model', id },
    });
  const pin = ({ id, rule }: ModelDecision) => {
    setActiveId(id);
    store.dispatch({ type: 'pinned', pointer: { on: 'model', id } });
    if (rule) navigation.showRule(rule);
  };
  const goTo = (index: number, row: ModelDecision) => {
    setActiveId(row.id);
    pointAt(row.id);
    scrollTo(index);
    if (row.rule) navigation.showRule(row.rule);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const active = rows[activeIndex];
    if (active && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      pin(active);
      return;
    }
    const page = scroller.current ? visibleRows(scroller.current, PANE_MEASURES) : 1;
    const index = nextRowIndex(event.key, activeIndex, rows.length, page);
    const row = index === null ? undefined : rows[index];
    if (index === null || !row) return;
    event.preventDefault();
    goTo(index, row);
  };
  return {
    rows,
    activeIndex,
    /** Scrolls to the first of these models that has a row; false if none has. */
    showFirst(ids: readonly string[]): boolean {
      const wanted = new Set(ids);
      const index = rows.findIndex(({ id }) => wanted.has(id));
      if (index >= 0) scrollTo(index);
      return index >= 0;
    },
    /** For the lists, which have the focus. */
    listEvents: {
      onFocus: () => pointAt(rows[activeIndex]?.id),
      onBlur: () => pointAt(undefined),
      onKeyDown,
    },
    /** For the container of both lists. */
    mouseEvents: {
      // Not pointerover: it also fires when rows scroll under a resting mouse, which must not change the
      // highlight.
      onPointerMove: (event: PointerEvent) => pointAt(modelIdAt(event.target)),
      onPointerLeave: () => pointAt(undefined),
      onClick(event: MouseEvent) {
        const row = rows.find(({ id }) => id === modelIdAt(event.target));
        if (row) pin(row);
      },
      onContextMenu: (event: MouseEvent) => setActiveId((now) => modelIdAt(event.target) ?? now),
    },
  };
}

function modelIdAt(target: EventTarget): string | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-model]') : null;
  return row?.dataset.model;
}
