import { type RefObject, useLayoutEffect } from 'react';
import { MESSAGE_FIELD_ID } from './panel-frame';

const CONTROLS = 'a[href],button,input,select,summary,textarea';

/** The message field; null on the options page, which has none. */
function messageField(): HTMLElement | null {
  return document.getElementById(MESSAGE_FIELD_ID);
}

/** The message field if it is empty; null if it has a text, or doesn't exist. */
export function emptyMessageField(): HTMLElement | null {
  const field = messageField();
  return field instanceof HTMLTextAreaElement && field.value === '' ? field : null;
}

/** Focuses the message field. Called by a control of the conversation that is removed when it is used. */
export function focusMessageField(): void {
  messageField()?.focus();
}

/**
 * Focuses the message field if no element has the focus. Used when a command ends: by then the user may have moved the focus, for example
 * into an open menu.
 */
export function focusMessageFieldIfLost(): void {
  focusIfLost(messageField());
}

export const APPROVAL_CARD_ID = 'approval-card';

/** Moves the focus to the approval card; returns false if no card is shown. */
export function focusApprovalCard(): boolean {
  const card = document.getElementById(APPROVAL_CARD_ID);
  card?.focus();
  return card !== null;
}

/** Focuses the button of the header's menu. */
export function focusMenu(): void {
  document.querySelector<HTMLElement>('.panel-header [aria-haspopup="menu"]')?.focus();
}

/** The id of the list of models in the header. */
export const MODEL_SELECT_ID = 'model-select';

/** Focuses the list of models and opens it; returns false if no model can be chosen. */
export function focusModelSelect(): boolean {
  const select = document.getElementById(MODEL_SELECT_ID);
  if (!(select instanceof HTMLSelectElement) || select.disabled) return false;
  select.focus();
  // Firefox before 122 and jsdom lack `showPicker`.
  if ('showPicker' in select) select.showPicker();
  return true;
}

/**
 * Focuses an element that replaces a removed one that had the focus. Does nothing while another element has the focus: the user may have
 * moved it. Usable as a ref; null is ignored.
 */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus();
}

/** Focuses `to` if the focused element is within `from`, which is about to be removed, or if no element has the focus. */
export function moveFocus(from: HTMLElement | null, to: HTMLElement | null): void {
  if (from?.contains(document.activeElement)) to?.focus();
  else focusIfLost(to);
}

/**
 * A ref for an element that may be removed while the focus is inside: moves the focus with {@link focusAfter}, since the browser would drop
 * it.
 */
export function passesFocusOn(element: HTMLElement | null): () => void {
  // Called while the element is still in the document.
  return () => {
    if (element?.contains(document.activeElement)) focusAfter(element);
  };
}

/**
 * As {@link passesFocusOn}, for an element that has a ref already or needs another `move`. `move` must be the same function in each render.
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

/**
 * Moves the focus on from an element that is removed. Outside of a sheet, the message field gets the focus, if the document has one.
 * Otherwise, the next control of the sheet or document that can be focused gets it, or else the previous one.
 */
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
    // `focus()` has no effect on a hidden or disabled control; then the next one is tried.
    control.focus();
    return control === document.activeElement;
  });
}
