import type { Page } from '@playwright/test';

/**
 * The texts that extend beyond the document, beyond their button or field, or beyond a box that hides what is outside of it, each with
 * the number of pixels. Texts in a box that scrolls or shortens them with “…” are not among them.
 */
export async function spilledTexts(page: Page): Promise<string[]> {
  return page.evaluate(measure);
}

/** Runs in the page. */
function measure(): string[] {
  const BOX =
    'button, summary, label, select, input, textarea, [role="tab"], [role="menuitem"], [role="option"]';
  /** Tolerance for rounded positions, in CSS pixels. */
  const SLACK = 1;
  const found = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const own = node.parentElement;
    const words = node.nodeValue?.trim();
    if (own === null || !words || !own.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue;
    // In a narrow panel, parts of the page line (header.spec.ts) and the composer's hint are hidden on purpose.
    const isHidden = own.closest('.visually-hidden, .page-line, .composer-row > .meta') !== null;
    if (isHidden || own.closest('option, bdi, pre, code') !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const limit = limitOf(own);
    if (limit === null) continue;
    for (const text of range.getClientRects()) {
      if (text.width > 0 && (text.left < limit.left - SLACK || text.right > limit.right + SLACK))
        found.add(`${words} (${Math.round(Math.max(limit.left - text.left, text.right - limit.right))} px)`);
    }
  }
  return [...found];

  /** The horizontal limits of a text in this element; null if its box scrolls, or shortens the text with “…”. */
  function limitOf(own: Element): { left: number; right: number } | null {
    for (let element: Element | null = own; element !== null; element = element.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(element);
      if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis') return null;
      if (overflowX !== 'visible' || element.matches(BOX)) return element.getBoundingClientRect();
    }
    return { left: 0, right: document.documentElement.clientWidth };
  }
}
