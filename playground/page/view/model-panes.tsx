import { Copy } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { isVisible, type ModelDecision } from '../../filter/decide';
import {
  areModelsLoaded,
  countsOf,
  decisionsOf,
  highlightedIdsOf,
  highlightOf,
  isLoading,
  rowsOf,
} from '../state/page-view';
import { ModelRow } from './model-row';
import { useCopy, usePage, usePageState, usePin } from './page-provider';
import { PanesNote } from './panes-note';
import { useRows, useScrollToShown } from './use-rows';
import { counted, figure } from './words';

/** Sizes of the rows and of the panes' heads in CSS pixels, as in the style sheet. */
const SIZES = { rowHeightPx: 28, headHeightPx: 32 };

/** The two lists of models side by side. They show the same rows and scroll together. */
export function ModelPanes() {
  const counts = usePageState(countsOf);
  const loaded = usePageState(areModelsLoaded);
  const loading = usePageState(isLoading);
  const provider = usePageState((state) => state.provider);
  const rows = usePageState(rowsOf);
  const [activeId, setActiveId] = useState<string | null>(null);
  const active = Math.max(
    0,
    rows.findIndex(({ id }) => id === activeId),
  );
  const scroller = useRef<HTMLDivElement>(null);
  const window = useRows({ scroller, ...SIZES, count: rows.length, active });
  useScrollToHighlight(rows, window.show);
  useScrollToShown(scroller, window.show, (name) => rows.findIndex(({ id }) => id === name));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another provider starts at the top.
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [provider]);

  const pin = usePin();
  const choose = ({ id }: ModelDecision) => {
    setActiveId(id);
    pin({ on: 'model', id });
  };
  const idAt = (target: EventTarget) =>
    (target as Element).closest<HTMLElement>('[data-model]')?.dataset.model;
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (row && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      choose(row);
    }
    const index = window.moveTo(event);
    if (index === null) return;
    setActiveId(rows[index]?.id ?? null);
    window.show(index);
  };
  const onClick = (event: MouseEvent) => {
    const row = rows.find(({ id }) => id === idAt(event.target));
    if (row) choose(row);
  };
  const isWaiting = loading && !loaded;
  const pane = { rows, indices: window.indices, active, isBusy: loading, isWaiting, onClick, onKeyDown };
  return (
    <div className="panes">
      {/* Keys scroll it through the list inside. Without tabIndex, Firefox adds every scrolling element to the Tab order. */}
      <div className="panes-scroller" ref={scroller} tabIndex={-1}>
        <div className="panes-grid">
          <Pane {...pane} title="All models" count={loaded ? counts.total : null} />
          <Pane {...pane} title="What clients see" count={loaded ? counts.visible : null} showsStatus />
        </div>
        {rows.length === 0 && !isWaiting && <PanesNote />}
      </div>
    </div>
  );
}

/**
 * Scrolls to the first highlighted model that the search shows, each time a clicked row or a field highlights other
 * models.
 */
function useScrollToHighlight(rows: readonly ModelDecision[], show: (index: number) => void): void {
  const { store } = usePage();
  const pinned = usePageState((state) => state.pinned);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new pointer scrolls; rows would move under the mouse.
  useEffect(() => {
    const highlighted = new Set(highlightOf(store.getState()).models);
    const index = rows.findIndex(({ id }) => highlighted.has(id));
    if (index >= 0) show(index);
  }, [pinned]);
}

interface PaneProps {
  title: string;
  /** Number of models in the head and of names that are copied; null if there is nothing to count. */
  count: number | null;
  rows: readonly ModelDecision[];
  /** Indices of the rows that are rendered. */
  indices: readonly number[];
  active: number;
  isBusy: boolean;
  isWaiting: boolean;
  /** True if rows show the status of their models, and hidden models are not copied. */
  showsStatus?: boolean;
  onClick: (event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** One of the two lists of models, with the keyboard behaviour of a list box. */
function Pane(props: PaneProps) {
  const { title, count, rows, active, showsStatus = false } = props;
  const models = usePageState(decisionsOf);
  const highlighted = usePageState(highlightedIdsOf);
  const pinnedId = usePageState(({ pinned }) => (pinned.on === 'model' ? pinned.id : null));
  const shownId = usePageState(({ shown }) => shown?.name ?? null);
  const copy = useCopy();
  const id = useId();
  const isEmpty = rows.length === 0;
  const names = () => models.filter((model) => !showsStatus || isVisible(model)).map(({ name }) => name);
  return (
    <section className="pane" aria-label={title}>
      <div className="pane-head">
        <h2>{title}</h2>
        <span className="muted">{count !== null && figure(count)}</span>
        <button
          type="button"
          className="quiet head-end"
          aria-label={showsStatus ? 'Copy visible names' : 'Copy all names'}
          aria-disabled={!count}
          onClick={() => count && copy(names(), counted(count, 'name'))}
        >
          <Copy size={14} aria-hidden />
          Copy
        </button>
      </div>
      <div
        className={props.isWaiting ? 'pane-list waiting' : 'pane-list'}
        role="listbox"
        aria-label={title}
        aria-busy={props.isBusy}
        tabIndex={isEmpty ? -1 : 0}
        {...(isEmpty ? {} : { 'aria-activedescendant': `${id}-${active}` })}
        style={{ height: rows.length * SIZES.rowHeightPx }}
        onClick={props.onClick}
        onKeyDown={props.onKeyDown}
      >
        {props.indices.map((index) => {
          const model = rows[index];
          return (
            model && (
              <ModelRow
                key={model.id}
                id={`${id}-${index}`}
                model={model}
                index={index}
                count={rows.length}
                top={index * SIZES.rowHeightPx}
                isActive={index === active}
                isHighlighted={highlighted.has(model.id)}
                isPinned={model.id === pinnedId}
                isShown={model.id === shownId}
                showsStatus={showsStatus}
              />
            )
          );
        })}
      </div>
    </section>
  );
}
