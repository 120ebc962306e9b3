import { firstStates, sheetStates, storedStates, typedStates } from './panel-states';
import { SHOWN_LANGUAGES, showLanguage } from './show-language';
import { expect, test } from './story-stage';
import { thorough } from './thorough';

/** Widths of the panel in CSS pixels. Firefox's sidebar has 252 by default. */
const WIDTHS = [280, 252];

for (const language of SHOWN_LANGUAGES) {
  test(
    `in ${language}, every text has its place in a narrow panel`,
    thorough({ tag: '@panel' }),
    async ({ stage }) => {
      test.slow();
      const { page } = stage;
      const words = await showLanguage(page, language);
      const spilled: Record<string, string[]> = {};
      for (const states of [storedStates, typedStates, sheetStates, firstStates]) {
        for await (const { name } of states(stage, words)) {
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 640 });
            const texts = await page.evaluate(spilledTexts);
            if (texts.length > 0) spilled[`${name}, ${width} px`] = texts;
          }
        }
      }
      expect(spilled).toEqual({});
    },
  );
}

/**
 * The texts that extend beyond the document, beyond their button or field, or beyond a box that hides what is outside of it, each with
 * the number of pixels. Texts in a box that scrolls or shortens them with “…” are not among them.
 * Runs in the page.
 */
function spilledTexts(): string[] {
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
    // Hidden on purpose: the link that only the focus shows; in a narrow panel, parts of the page line (header.spec.ts) and the composer's hint.
    const isHidden =
      own.closest('.visually-hidden, .skip-link:not(:focus), .page-line, .composer-row > .meta') !== null;
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
