import { type RefObject, useLayoutEffect } from 'react';
import { MESSAGE_FIELD_ID } from './panel-frame';

const CONTROLS = 'a[href],button,input,select,summary,textarea';

/**
 * Moves the focus if the element has it when it is removed; the browser would leave it nowhere. `moveFocus` gets the
 * element while it is still in the document, and never changes.
 */
export function useFocusAfterwards(
  element: RefObject<HTMLElement | null>,
  moveFocus: (removed: HTMLElement) => void,
): void {
  useLayoutEffect(() => {
    const removed = element.current;
    return () => {
      if (removed?.contains(document.activeElement)) moveFocus(removed);
    };
  }, [element, moveFocus]);
}

/** Focuses the control that follows an element in its sheet, else the one before it; outside of a sheet the message field. */
export function focusAfter(removed: HTMLElement): void {
  const sheet = removed.closest('dialog');
  const message = document.getElementById(MESSAGE_FIELD_ID);
  if (sheet === null && message !== null) {
    message.focus();
    return;
  }
  const controls = [...(sheet ?? document).querySelectorAll<HTMLElement>(CONTROLS)];
  const others = controls.filter((control) => !removed.contains(control));
  const isLater = (control: HTMLElement) =>
    (removed.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const later = others.filter(isLater);
  const earlier = others.filter((control) => !isLater(control)).reverse();
  [...later, ...earlier].find((control) => {
    // Has no effect on one that is hidden or disabled.
    control.focus();
    return control === document.activeElement;
  });
}
