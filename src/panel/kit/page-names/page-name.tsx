import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { spellOut } from '@/src/core/text/foreign-text';
import { t } from '@/src/texts/i18n';
import { NameGroupContext } from './name-group';
import { type PageNames, PageNamesContext } from './page-names';
import './page-name.css';

/**
 * A name from page or model. It is a button while the thing with this name is visible on the page; the button shows it there. `children`:
 * the name as displayed.
 */
export function PageName({ name, children }: { name: string; children: ReactNode }) {
  const names = useContext(PageNamesContext);
  if (names === null) return children;
  return (
    <Watched names={names} name={name}>
      {children}
    </Watched>
  );
}

interface WatchedProps {
  names: PageNames;
  name: string;
  children: ReactNode;
}

function Watched({ names, name, children }: WatchedProps) {
  const watch = useCallback((onChange: () => void) => names.watch(name, onChange), [names, name]);
  const isInSight = useSyncExternalStore(watch, () => names.isInSight(name));
  return isInSight ? (
    <NameButton name={name} onShow={() => names.show(name)}>
      {children}
    </NameButton>
  ) : (
    children
  );
}

function NameButton({ name, onShow, children }: { name: string; onShow(): void; children: ReactNode }) {
  const group = useContext(NameGroupContext);
  const button = useRef<HTMLSpanElement>(null);
  useEffect(() => (button.current === null ? undefined : group?.add(button.current)), [group]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A key with a modifier is a shortcut of the card around the name.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isPress = event.key === 'Enter' || event.key === ' ';
    if (!isPress && group?.move(event.currentTarget, event.key) !== true) return;
    event.preventDefault();
    if (isPress && !event.repeat) onShow();
  };
  const onClick = () => {
    // A click that ends the selection of text isn't a press.
    if (document.getSelection()?.isCollapsed !== false) onShow();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the text of a button can't be selected, and doesn't break like text.
    <span
      ref={button}
      className="page-name"
      role="button"
      tabIndex={0}
      title={t('pageName.title')}
      aria-label={t('pageName.label', { name: spellOut(name) })}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {children}
    </span>
  );
}
