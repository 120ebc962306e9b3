/**
 * Marks the field in which an input method is composing, for {@link isComposing}. A composition can begin before any
 * module has loaded, so the panel's first script calls this.
 */
export function markCompositions(root: Document): void {
  root.addEventListener('compositionstart', ({ target }) => field(target)?.setAttribute(MARK, ''), true);
  root.addEventListener('compositionend', ({ target }) => field(target)?.removeAttribute(MARK), true);
}

/** True while an input method composes in the element. Requires {@link markCompositions} for its document. */
export function isComposing(element: HTMLElement): boolean {
  return element.hasAttribute(MARK);
}

const MARK = 'data-composing';

function field(target: EventTarget | null): HTMLElement | null {
  return target instanceof HTMLElement ? target : null;
}
