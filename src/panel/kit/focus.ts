import { type RefObject, useLayoutEffect } from 'react';
import { MESSAGE_FIELD_ID } from './panel-frame';

const CONTROLS = 'a[href],button,input,select,summary,textarea';

/** The message field; null on the options page, which has none. */
function messageField(): HTMLElement | null {
  return document.getElementById(MESSAGE_FIELD_ID);
}

/** The message field while nothing is typed in it; else null. */
export function emptyMessageField(): HTMLElement | null {
  const field = messageField();
  return field instanceof HTMLTextAreaElement && field.value === '' ? field : null;
}

/** Focuses the message field, for a control of the conversation that is removed when it is used. */
export function focusMessageField(): void {
  messageField()?.focus();
}

/**
 * Focuses the message field if no element has the focus. For the end of a command: by then the user may be elsewhere, for example in
 * an open menu.
 */
export function focusMessageFieldIfLost(): void {
  focusIfLost(messageField());
}

/** The DOM id of the approval card. */
export const APPROVAL_CARD_ID = 'approval-card';

/** Moves the focus to the approval card; returns false if no card is shown. */
export function focusApprovalCard(): boolean {
  const card = document.getElementById(APPROVAL_CARD_ID);
  card?.focus();
  return card !== null;
}

/** The id of the list of models in the header. */
export const MODEL_SELECT_ID = 'model-select';

/** Focuses the list of models and opens it. False if there is no model to choose. */
export function focusModelSelect(): boolean {
  const select = document.getElementById(MODEL_SELECT_ID);
  if (!(select instanceof HTMLSelectElement) || select.disabled) return false;
  select.focus();
  // Firefox before 122 and jsdom can't open it.
  if ('showPicker' in select) select.showPicker();
  return true;
}

/**
 * Focuses an element that replaces the focused one after its removal. Does nothing while something else has the focus:
 * the user may be elsewhere by then. Usable as a ref; null is ignored.
 */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus();
}

/**
 * Focuses `to` if `from` contains the focused element, which is about to be removed, or if a removal lost the focus.
 */
export function moveFocus(from: HTMLElement | null, to: HTMLElement | null): void {
  if (from?.contains(document.activeElement)) to?.focus();
  else focusIfLost(to);
}

/**
 * A ref for an element that may be removed while it contains the focus: moves the focus with {@link focusAfter}. Otherwise
 * the browser would drop it.
 */
export function passesFocusOn(element: HTMLElement | null): () => void {
  // Called while the element is still in the document.
  return () => {
    if (element?.contains(document.activeElement)) focusAfter(element);
  };
}

/**
 * As {@link passesFocusOn}, for an element whose ref has another use, or with another `move`, which must be the same function
 * in each render.
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
 * Focuses the message field if the element is outside of a sheet and the document has that field. Otherwise focuses the
 * next control of the sheet or document that can get the focus, or else the one before.
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
    // Has no effect on a hidden or disabled control.
    control.focus();
    return control === document.activeElement;
  });
}
