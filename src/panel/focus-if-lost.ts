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
