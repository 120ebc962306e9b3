import { type RefObject, useLayoutEffect } from 'react';
import { MESSAGE_FIELD_ID } from './panel-frame';

const CONTROLS = 'a[href],button,input,select,summary,textarea';

/** The message field; null on the options page, which has none. */
function messageField(): HTMLElement | null {
  return document.getElementById(MESSAGE_FIELD_ID);
}

/** Focuses the message field, for a control of the conversation that is removed when it is used. */
export function focusMessageField(): void {
  messageField()?.focus();
}

/**
 * Focuses an element that takes the place of the focused one, after that was removed. Does nothing while anything else has
 * the focus: the user may be elsewhere by then. Usable as a ref; null is ignored.
 */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus();
}

/** Focuses `to` if the focus is in `from`, whose focused element is about to be removed, or was lost by its removal. */
export function moveFocus(from: HTMLElement | null, to: HTMLElement | null): void {
  if (from?.contains(document.activeElement)) to?.focus();
  else focusIfLost(to);
}

/**
 * Moves the focus if the element has it when it is removed; the browser would leave it nowhere. `move` gets the element
 * while it is still in the document, and never changes.
 */
export function useFocusAfterwards(
  element: RefObject<HTMLElement | null>,
  move: (removed: HTMLElement) => void,
): void {
  useLayoutEffect(() => {
    const removed = element.current;
    return () => {
      if (removed?.contains(document.activeElement)) move(removed);
    };
  }, [element, move]);
}

/** Focuses the control that follows an element in its sheet, else the one before it; outside of a sheet the message field. */
export function focusAfter(removed: HTMLElement): void {
  const sheet = removed.closest('dialog');
  const message = sheet === null ? messageField() : null;
  if (message !== null) {
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
