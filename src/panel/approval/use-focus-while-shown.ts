import { type RefObject, useEffect, useRef } from 'react';
import { focusIfLost } from '../focus';

/** Focuses the card unless the composer has the focus: keys typed for a message must not decide an unread request. */
export function useFocusWhileShown(
  composer: RefObject<HTMLTextAreaElement | null>,
): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const field = composer.current;
    const isInComposer = field !== null && document.activeElement === field;
    if (!isInComposer) card.current?.focus();
    return () => {
      focusIfLost(field);
    };
  }, [composer]);
  return card;
}
