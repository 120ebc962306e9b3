import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { areModelsLoaded, countsOf, isLoading } from '../../state/page-view';
import { figure } from '../counted';
import { usePageState } from '../page-provider';
import { CopyMenu } from './copy-menu';
import { MarkIconShapes } from './mark-icons';
import { ModelMenu } from './model-menu';
import { ModelPane } from './model-pane';
import { PaneSwitch, type ShownPane } from './pane-switch';
import { PanesNote } from './panes-note';
import { SkeletonRows } from './skeleton-rows';
import { useModelRows } from './use-model-rows';
import { useRowMarks } from './use-row-marks';

/** Operations of the panes for other components. */
export interface ModelPanesHandle {
  /**
   * Scrolls to the first of these models that has a row, and scrolls the panes into view; false if none has.
   */
  showFirst(ids: readonly string[]): boolean;
}

/** The two lists side by side, or one at a time on narrow screens. They scroll together. */
export function ModelPanes({ ref }: { ref: Ref<ModelPanesHandle> }) {
  const counts = usePageState(countsOf);
  const loaded = usePageState(areModelsLoaded);
  const loading = usePageState(isLoading);
  const provider = usePageState((state) => state.provider);
  const markOf = useRowMarks();
  const [shown, setShown] = useState<ShownPane>('clients');
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, activeIndex, showFirst, listEvents, mouseEvents } = useModelRows(scroller);
  useImperativeHandle(ref, () => ({
    showFirst(ids) {
      const isShown = showFirst(ids);
      if (isShown) scroller.current?.scrollIntoView({ block: 'nearest' });
      return isShown;
    },
  }));

  const total = loaded ? figure(counts.total) : '';
  const visible = loaded ? figure(counts.visible) : '';
  const isWaiting = loading && !loaded;
  const shared = {
    rows,
    placeholder: isWaiting ? <SkeletonRows /> : null,
    markOf,
    activeIndex,
    isBusy: loading,
    scroller,
    ...listEvents,
  };
  return (
    <div className="panes" data-shown={shown}>
      <MarkIconShapes />
      <PaneSwitch shown={shown} onShow={setShown} counts={{ all: total, clients: visible }} />
      <ModelMenu>
        <div
          // Resets the scroll position for another provider.
          key={provider}
          className="panes-scroller"
          ref={scroller}
          {...mouseEvents}
        >
          <div className="panes-grid">
            <ModelPane {...shared} title="All models" count={total} showsStatus={false} />
            <ModelPane
              {...shared}
              title="What clients see"
              count={visible}
              headEnd={<CopyMenu />}
              showsStatus
            />
          </div>
          {rows.length === 0 && !isWaiting && <PanesNote />}
        </div>
      </ModelMenu>
    </div>
  );
}
