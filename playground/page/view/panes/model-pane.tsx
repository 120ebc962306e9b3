import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react';
import { Virtualizer } from 'virtua';
import type { ModelDecision } from '../../../filter/decide';
import type { RowMark } from '../lists/row-mark';
import { ModelRow } from './model-row';
import { PANE_MEASURES } from './pane-measures';

/** How far beyond the window rows are made ready. Little: there are two panes of them, and rows are quick to make. */
const BUFFER_PX = 84;

interface ModelPaneProps {
  title: string;
  /** What the head counts; empty while there is nothing to count. */
  count: string;
  /** What else stands in the head. */
  headEnd?: ReactNode;
  rows: readonly ModelDecision[];
  /** What stands in place of the rows while there are none. */
  placeholder: ReactNode;
  markOf: (id: string) => RowMark;
  activeIndex: number;
  isBusy: boolean;
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
  const { title, rows, activeIndex } = props;
  const id = useId();
  const rowId = (index: number) => `${id}-${index}`;
  const isEmpty = rows.length === 0;
  return (
    <section className="pane" aria-label={title}>
      <div className="pane-head">
        <h2>{title}</h2>
        <span className="muted">{props.count}</span>
        {props.headEnd}
      </div>
      {isEmpty && props.placeholder}
      <div
        className="pane-list"
        role="listbox"
        aria-label={title}
        aria-busy={props.isBusy}
        tabIndex={isEmpty ? -1 : 0}
        {...(isEmpty ? {} : { 'aria-activedescendant': rowId(activeIndex) })}
        onFocus={props.onFocus}
        onBlur={props.onBlur}
        onKeyDown={props.onKeyDown}
      >
        <Virtualizer
          data={rows}
          scrollRef={props.scroller}
          startMargin={PANE_MEASURES.headHeightPx}
          bufferSize={BUFFER_PX}
          itemSize={PANE_MEASURES.rowHeightPx}
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
              mark={props.markOf(model.id)}
              showsStatus={props.showsStatus}
            />
          )}
        </Virtualizer>
      </div>
    </section>
  );
}
