import { type RefObject, useEffect, useRef } from 'react';

/** Takes the focus, unless somebody is writing: their next keys would decide what they have not read. */
export function useFocusWhileShown(
  composer: RefObject<HTMLTextAreaElement | null>,
): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const field = composer.current;
    const isWriting = field !== null && document.activeElement === field && field.value !== '';
    if (!isWriting) card.current?.focus();
    return () => {
      if (document.activeElement === document.body) field?.focus();
    };
  }, [composer]);
  return card;
}
