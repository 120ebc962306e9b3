import { type RefObject, useEffect, useRef } from 'react';

/** Takes the focus, but not from the composer: keys meant for a message would decide what nobody has read. */
export function useFocusWhileShown(
  composer: RefObject<HTMLTextAreaElement | null>,
): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const field = composer.current;
    const isInComposer = field !== null && document.activeElement === field;
    if (!isInComposer) card.current?.focus();
    return () => {
      if (document.activeElement === document.body) field?.focus();
    };
  }, [composer]);
  return card;
}
