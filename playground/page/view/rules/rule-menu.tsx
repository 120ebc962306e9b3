import type { ReactElement } from 'react';
import type { RuleView } from '../../state/page-view';
import { RowMenu, type RowMenuContent } from '../menus/row-menu';
import { useCopy } from '../use-copy';

interface RuleMenuProps {
  /** The rule of a row; undefined if it no longer exists. */
  ruleOf: (row: Element) => RuleView | undefined;
  onShowModels: (rule: RuleView) => void;
  onRemove: (rule: RuleView) => void;
  /** The list. */
  children: ReactElement;
}

/** The context menu of a list of rules. */
export function RuleMenu({ ruleOf, onShowModels, onRemove, children }: RuleMenuProps) {
  const copy = useCopy();
  const contentOf = (row: HTMLElement): RowMenuContent | null => {
    const rule = ruleOf(row);
    if (!rule) return null;
    return {
      heading: rule.pattern,
      groups: [
        [
          {
            label: 'Show its models',
            isDisabled: rule.decides.length === 0,
            run: () => onShowModels(rule),
          },
          { label: 'Copy pattern', run: () => copy([rule.pattern], 'Pattern') },
        ],
        [{ label: 'Remove', movesFocus: true, run: () => onRemove(rule) }],
      ],
    };
  };
  return <RowMenu contentOf={contentOf}>{children}</RowMenu>;
}
