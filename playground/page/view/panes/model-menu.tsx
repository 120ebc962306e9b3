import type { ReactElement } from 'react';
import type { RuleKind } from '../../../filter/decide';
import { decisionsOf } from '../../state/page-view';
import { RowMenu, type RowMenuContent } from '../menus/row-menu';
import { useNavigation } from '../navigation';
import { usePage } from '../page-provider';
import { escapePattern } from '../rules/escape-pattern';
import { useEnterRules } from '../rules/use-enter-rules';
import { useCopy } from '../use-copy';

/** The context menu of all models in an element. */
export function ModelMenu({ children }: { children: ReactElement }) {
  const { store } = usePage();
  const navigation = useNavigation();
  const copy = useCopy();
  const enter = useEnterRules();

  const contentOf = (row: HTMLElement): RowMenuContent | null => {
    const model = decisionsOf(store.getState()).find(({ id }) => id === row.dataset.model);
    if (!model) return null;
    const { id, name, rule } = model;
    const add = (kind: RuleKind) => ({
      label: `Add to ${kind} rules`,
      // Handled like a typed rule; the outcome is shown at the list's field.
      run: () => enter({ type: 'rule-entered', kind, pattern: escapePattern(name) }),
    });
    return {
      heading: id,
      groups: [
        [add('ignore'), add('whitelist')],
        [
          {
            label: 'Go to deciding rule',
            isDisabled: rule === null,
            movesFocus: true,
            run: () => rule && navigation.focusRule(rule),
          },
        ],
        [
          { label: 'Copy name', run: () => copy([name], 'Name') },
          { label: 'Copy full id', run: () => copy([id], 'Full id') },
        ],
      ],
    };
  };
  return <RowMenu contentOf={contentOf}>{children}</RowMenu>;
}
