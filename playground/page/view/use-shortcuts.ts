import { useEffect, useEffectEvent } from 'react';
import { ruleFieldId, SEARCH_BOX_ID } from './element-ids';
import { usePage } from './page-provider';

const FOCUS_KEYS = new Map([
  ['/', SEARCH_BOX_ID],
  ['i', ruleFieldId('ignore')],
  ['w', ruleFieldId('whitelist')],
]);

/** The page's keys: `/`, `i`, `w` and `?` outside of fields, Ctrl+S or ⌘S everywhere. */
export function useShortcuts(openHelp: () => void): void {
  const { controller } = usePage();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('dialog[open]')) return;
    if ((event.ctrlKey || event.metaKey) && event.key === 's') {
      event.preventDefault();
      void controller.save();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const focusId = FOCUS_KEYS.get(event.key);
    if (focusId !== undefined) {
      event.preventDefault();
      document.getElementById(focusId)?.focus();
    } else if (event.key === '?') {
      event.preventDefault();
      openHelp();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, select, textarea');
}
