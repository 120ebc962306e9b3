import type { Page } from '@playwright/test';

/**
 * The texts of the shown document that aren't seen whole: they stand out of the document, of their own button or of a box that cuts
 * them, and nothing scrolls there. Hints and names that are shortened with “…” are left out.
 */
export async function spilledTexts(page: Page): Promise<string[]> {
  return page.evaluate(measure);
}

/** Runs in the page. */
function measure(): string[] {
  const BOX =
    'button, summary, label, select, input, textarea, [role="tab"], [role="menuitem"], [role="option"]';
  /** Rounding of positions, in CSS pixels. */
  const SLACK = 1;
  const found = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const own = node.parentElement;
    const words = node.nodeValue?.trim();
    if (own === null || !words || !own.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue;
    // The page line gives up its parts one after the other (header.spec.ts).
    if (own.closest('.visually-hidden, .page-line, option, bdi, pre, code') !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const text of range.getClientRects()) {
      if (text.width === 0) continue;
      const limit = limitOf(own);
      if (limit !== null && (text.left < limit.left - SLACK || text.right > limit.right + SLACK))
        found.add(`${words} (${Math.round(Math.max(limit.left - text.left, text.right - limit.right))} px)`);
    }
  }
  return [...found];

  /** The box that a text has to stay in; null if something scrolls before. */
  function limitOf(own: Element): { left: number; right: number } | null {
    for (let element: Element | null = own; element !== null; element = element.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(element);
      const rect = element.getBoundingClientRect();
      if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis') return null;
      if (overflowX !== 'visible' || element.matches(BOX)) return rect;
    }
    return { left: 0, right: document.documentElement.clientWidth };
  }
}
