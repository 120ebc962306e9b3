import { useCallback } from 'react';
import { highlightedIdsOf } from '../../state/page-view';
import type { RowMark } from '../lists/row-mark';
import { usePageState } from '../page-provider';
import { isPinShown } from '../pin';

/** The current highlight of each model's row. */
export function useRowMarks(): (id: string) => RowMark {
  const highlighted = usePageState(highlightedIdsOf);
  const isHeld = usePageState(isPinShown);
  const chosenId = usePageState(({ pinned }) => (pinned.on === 'model' ? pinned.id : null));
  return useCallback(
    (id) => {
      if (id === chosenId) return 'chosen';
      if (!highlighted.has(id)) return 'none';
      return isHeld ? 'pinned' : 'highlighted';
    },
    [highlighted, isHeld, chosenId],
  );
}
