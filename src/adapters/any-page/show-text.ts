import { MARK_MS } from '@/src/core/adapter/page-half';
import { PAGE_LIMITS } from './any-page-context';
import { pageText } from './read/page-text';
import { isUnread } from './read/visibility';

/**
 * Scrolls to the first element with this text that the page shows, and outlines it for {@link MARK_MS}. The outline is an
 * animation without motion, so that nothing in the document changes. False if there is no such element.
 */
export function showText(document: Document, text: string): boolean {
  const element = elementWith(text, document.body.children);
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  element?.animate({ outline: [OUTLINE, OUTLINE] }, MARK_MS);
  return element !== null;
}

/** The first of the elements, or the innermost element in it, that shows nothing but this text. */
function elementWith(text: string, elements: HTMLCollection): Element | null {
  for (const element of elements) {
    if (isUnread(element)) continue;
    const found = elementWith(text, (element.shadowRoot ?? element).children);
    if (found !== null) return found;
    // Blanks of the source count in the length. Longer texts would take long to compare.
    const { textContent } = element;
    if (textContent.length < 8 * PAGE_LIMITS.text && pageText(textContent) === text) return element;
  }
  return null;
}

/** An orange that differs from white and from black by a contrast of at least 3. */
const OUTLINE = '3px solid #e66100';
