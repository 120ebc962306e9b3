import { ChevronDown, Copy } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { decisionsOf, rowsOf } from '../../state/page-view';
import { counted, figure } from '../counted';
import { usePageState } from '../page-provider';
import { useCopy } from '../use-copy';
import { copyChoices } from './copy-choices';

/** Copies names of models: all, those that match the search, or those that clients see. */
export function CopyMenu() {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className="quiet copy-menu" aria-label="Copy model names">
          <Copy size={14} aria-hidden />
          <span className="copy-menu-text">Copy</span>
          <ChevronDown size={12} aria-hidden />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={2} collisionPadding={8}>
          <CopyItems />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function CopyItems() {
  const models = usePageState(decisionsOf);
  const found = usePageState((state) => (state.search.trim() === '' ? null : rowsOf(state)));
  const copy = useCopy();
  return copyChoices(models, found).map(({ label, names }) => (
    <DropdownMenu.Item
      key={label}
      className="menu-item"
      disabled={names.length === 0}
      onSelect={() => copy(names, counted(names.length, 'name'))}
    >
      {label} <span className="muted">({figure(names.length)})</span>
    </DropdownMenu.Item>
  ));
}
