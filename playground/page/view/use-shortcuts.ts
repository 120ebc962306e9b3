import { useEffect, useEffectEvent } from 'react';
import { assertNever } from '../../assert-never';
import { POINTING_AT_NOTHING } from '../state/page-state';
import { ruleFieldId, SEARCH_BOX_ID } from './element-ids';
import { usePage } from './page-provider';
import { type KeyPlace, type Shortcut, shortcutOf } from './shortcut-of';

const OPEN_LAYER = '[role="dialog"], [role="menu"]';

/**
 * The page's keyboard shortcuts. Inactive while a dialog or menu is open; an Esc that a field has handled is
 * ignored.
 */
export function useShortcuts(openHelp: () => void): void {
  const { store, controller } = usePage();
  const run = (shortcut: Shortcut): void => {
    switch (shortcut) {
      case 'save':
        void controller.save();
        return;
      case 'search':
        focusField(SEARCH_BOX_ID);
        return;
      case 'add-ignore':
        focusField(ruleFieldId('ignore'));
        return;
      case 'add-whitelist':
        focusField(ruleFieldId('whitelist'));
        return;
      case 'refresh':
        void controller.refresh();
        return;
      case 'help':
        openHelp();
        return;
      case 'unpin':
        store.dispatch({ type: 'pinned', pointer: POINTING_AT_NOTHING });
        return;
      default:
        assertNever(shortcut);
    }
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector(OPEN_LAYER)) return;
    const shortcut = shortcutOf(event, placeOf(event.target));
    if (shortcut === null || (shortcut === 'unpin' && store.getState().pinned.on === 'nothing')) return;
    event.preventDefault();
    run(shortcut);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof Element) || !target.matches('input, select, textarea')) return 'page';
  return target.id === SEARCH_BOX_ID ? 'search' : 'field';
}

function focusField(id: string): void {
  const field = document.getElementById(id);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}
