import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react';
import { Virtualizer } from 'virtua';
import type { ModelDecision } from '../../../filter/decide';
import type { RowMark } from '../lists/row-mark';
import { ModelRow } from './model-row';
import { PANE_MEASURES } from './pane-measures';

/** Height of the rows rendered beyond the viewport. Small, since there are two panes and rows render fast. */
const BUFFER_PX = 84;

interface ModelPaneProps {
  title: string;
  /** The count in the head; empty while there is nothing to count. */
  count: string;
  /** Further content of the head. */
  headEnd?: ReactNode;
  rows: readonly ModelDecision[];
  /** Shown in place of the rows while there are none. */
  placeholder: ReactNode;
  markOf: (id: string) => RowMark;
  activeIndex: number;
  isBusy: boolean;
  /** True if rows show the status of their models. */
  showsStatus: boolean;
  /** The scrolling element, common to both panes so that they scroll together. */
  scroller: RefObject<HTMLElement | null>;
  onFocus: () => void;
  onBlur: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** One of the two lists of models, with the keyboard interface of a list box. */
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
