import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { isVisible } from '../../filter/decide';
import { POINTING_AT_NOTHING } from '../state/page-state';
import { areModelsLoaded, countsOf, decisionsOf, highlightedIdsOf, rowsOf } from '../state/page-view';
import { ruleItemId } from './element-ids';
import { ModelPane } from './model-pane';
import { nextRowIndex } from './next-row-index';
import { usePage, usePageState } from './page-provider';
import { PaneSwitch, type ShownPane } from './pane-switch';
import { PanesNote } from './panes-note';
import { scrollToRow, visibleRows } from './scroll-to-row';

/** What others may ask of the panes. */
export interface ModelPanesHandle {
  /** Scrolls to a model, if the search lets it through. */
  reveal(modelId: string): void;
}

/** The two lists side by side, or one at a time where there is no room for both. They scroll as one. */
export function ModelPanes({ ref }: { ref: Ref<ModelPanesHandle> }) {
  const { store } = usePage();
  const rows = usePageState(rowsOf);
  const counts = usePageState(countsOf);
  const models = usePageState(decisionsOf);
  const loaded = usePageState(areModelsLoaded);
  const provider = usePageState((state) => state.provider) ?? '';
  const highlightedIds = usePageState(highlightedIdsOf);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [shown, setShown] = useState<ShownPane>('clients');
  const scroller = useRef<HTMLDivElement>(null);
  const activeIndex = Math.max(
    0,
    rows.findIndex(({ id }) => id === activeId),
  );

  const scrollTo = (index: number) => {
    if (scroller.current) scrollToRow(scroller.current, index);
  };
  useImperativeHandle(ref, () => ({
    reveal(modelId) {
      const index = rows.findIndex(({ id }) => id === modelId);
      if (index >= 0) scrollTo(index);
    },
  }));

  const pointAt = (id: string | undefined) =>
    store.dispatch({
      type: 'pointed',
      pointer: id === undefined ? POINTING_AT_NOTHING : { on: 'model', id },
    });
  const onKeyDown = (event: KeyboardEvent) => {
    const page = scroller.current ? visibleRows(scroller.current) : 1;
    const index = nextRowIndex(event.key, activeIndex, rows.length, page);
    const row = index === null ? undefined : rows[index];
    if (index === null || !row) return;
    event.preventDefault();
    setActiveId(row.id);
    pointAt(row.id);
    scrollTo(index);
    revealRule(row.rule);
  };
  const onClick = (event: { target: EventTarget }) => {
    const row = rows.find(({ id }) => id === modelIdAt(event.target));
    if (!row) return;
    setActiveId(row.id);
    pointAt(row.id);
    revealRule(row.rule);
  };

  const total = loaded ? `${counts.total}` : '';
  const visible = loaded ? `${counts.visible}` : '';
  const names = () => models.map(({ name }) => name);
  const visibleNames = () => models.filter(isVisible).map(({ name }) => name);
  const shared = {
    provider,
    rows,
    highlightedIds,
    activeIndex,
    scroller,
    onFocus: () => pointAt(rows[activeIndex]?.id),
    onBlur: () => pointAt(undefined),
    onKeyDown,
  };
  return (
    <div className="panes" data-shown={shown}>
      <PaneSwitch shown={shown} onShow={setShown} counts={{ all: total, clients: visible }} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the mouse's way only; the lists inside take the keys. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above. */}
      <div
        // Another provider's models start at the top.
        key={provider}
        className="panes-scroller"
        ref={scroller}
        // Not pointerover: rows that the keyboard scrolls beneath a resting mouse must not take the highlight.
        onPointerMove={(event: PointerEvent) => pointAt(modelIdAt(event.target))}
        onPointerLeave={() => pointAt(undefined)}
        onClick={onClick}
      >
        <div className="panes-grid">
          <ModelPane {...shared} title="All models" count={total} copies={names} showsStatus={false} />
          <ModelPane {...shared} title="What clients see" count={visible} copies={visibleNames} showsStatus />
        </div>
        {rows.length === 0 && <PanesNote />}
      </div>
    </div>
  );
}

function modelIdAt(target: EventTarget): string | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-model]') : null;
  return row?.dataset.model;
}

function revealRule(rule: { kind: 'ignore' | 'whitelist'; index: number } | null): void {
  if (rule) document.getElementById(ruleItemId(rule.kind, rule.index))?.scrollIntoView({ block: 'nearest' });
}
