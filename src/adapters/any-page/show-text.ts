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
  element?.animate({ outline: [OUTLINE, OUTLINE], boxShadow: [RING, RING] }, MARK_MS);
  return element !== null;
}

/** The first of the elements, or the innermost element in it, that shows nothing but this text. */
function elementWith(text: string, elements: HTMLCollection): Element | null {
  for (const element of elements) {
    if (isUnread(element)) continue;
    const found = elementWith(text, (element.shadowRoot ?? element).children);
    if (found !== null) return found;
    const { textContent } = element;
    if (textContent.length < LONGEST && pageText(textContent) === text) return element;
  }
  return null;
}

/** UTF-16 units of an element's text, in which blanks of the source count, from which it is not compared. */
const LONGEST = 8 * PAGE_LIMITS.text;

/** Dark within light, so that one of them differs from whatever is behind. */
const OUTLINE = '3px solid #1a5fb4';
const RING = '0 0 0 6px #fff';
