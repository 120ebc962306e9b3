/** Elements whose content nobody reads as text. */
const UNREAD_TAGS = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE SVG CANVAS IFRAME OBJECT VIDEO AUDIO MAP HEAD DATALIST'.split(' '),
);

/** True for an element that a reader of the page can't see, or that has no text. */
export function isUnread(element: Element): boolean {
  if (UNREAD_TAGS.has(element.tagName.toUpperCase())) return true;
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return true;
  return !isShown(element);
}

/** Chromium 105, Firefox 106 and later have `checkVisibility`; documents without a layout have none. */
function isShown(element: Element): boolean {
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
}
