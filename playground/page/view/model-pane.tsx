import { type KeyboardEvent, type RefObject, useId } from 'react';
import { Virtualizer } from 'virtua';
import type { ModelDecision } from '../../filter/decide';
import { CopyButton } from './copy-button';
import { ModelRow } from './model-row';
import { PANE_HEAD_HEIGHT_PX, ROW_HEIGHT_PX } from './scroll-to-row';

interface ModelPaneProps {
  title: string;
  /** What the head counts; empty while there is nothing to count. */
  count: string;
  /** The names that its copy button copies: a search doesn't narrow them. */
  copies: () => readonly string[];
  provider: string;
  rows: readonly ModelDecision[];
  highlightedIds: ReadonlySet<string>;
  activeIndex: number;
  /** Whether rows say what becomes of their models. */
  showsStatus: boolean;
  /** What scrolls: both panes lie in it, so they can't drift apart. */
  scroller: RefObject<HTMLElement | null>;
  onFocus: () => void;
  onBlur: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** One of the two lists of models. The keyboard moves through it as through a list box. */
export function ModelPane(props: ModelPaneProps) {
  const { rows, activeIndex } = props;
  const id = useId();
  const rowId = (index: number) => `${id}-${index}`;
  const isEmpty = rows.length === 0;
  return (
    <section className="pane" aria-label={props.title}>
      <div className="pane-head">
        <h2>{props.title}</h2>
        <span className="muted">{props.count}</span>
        <CopyButton label={`Copy names: ${props.title}`} texts={props.copies} />
      </div>
      <div
        className="pane-list"
        role="listbox"
        aria-label={`Models of ${props.provider}`}
        tabIndex={isEmpty ? -1 : 0}
        {...(isEmpty ? {} : { 'aria-activedescendant': rowId(activeIndex) })}
        onFocus={props.onFocus}
        onBlur={props.onBlur}
        onKeyDown={props.onKeyDown}
      >
        <Virtualizer
          data={rows}
          scrollRef={props.scroller}
          startMargin={PANE_HEAD_HEIGHT_PX}
          itemSize={ROW_HEIGHT_PX}
          keepMounted={isEmpty ? [] : [activeIndex]}
        >
          {(model, index) => (
            <ModelRow
              key={model.id}
              id={rowId(index)}
              model={model}
              position={index + 1}
              count={rows.length}
              isActive={index === activeIndex}
              isHighlighted={props.highlightedIds.has(model.id)}
              showsStatus={props.showsStatus}
            />
          )}
        </Virtualizer>
      </div>
    </section>
  );
}
