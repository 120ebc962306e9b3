import { useCallback } from 'react';
import type { RuleKind } from '../../../filter/decide';
import { highlightOf } from '../../state/page-view';
import type { RowMark } from '../lists/row-mark';
import { usePageState } from '../page-provider';
import { isPinShown } from '../pin';

/** The current highlight of each rule of a list. */
export function useRuleMarks(kind: RuleKind): (pattern: string) => RowMark {
  const highlighted = usePageState((state) => {
    const { rule } = highlightOf(state);
    return rule?.kind === kind ? rule.pattern : null;
  });
  const isHeld = usePageState(isPinShown);
  const chosen = usePageState(({ pinned }) =>
    pinned.on === 'rule' && pinned.kind === kind ? pinned.pattern : null,
  );
  return useCallback(
    (pattern) => {
      if (pattern === chosen) return 'chosen';
      if (pattern !== highlighted) return 'none';
      return isHeld ? 'pinned' : 'highlighted';
    },
    [highlighted, isHeld, chosen],
  );
}
