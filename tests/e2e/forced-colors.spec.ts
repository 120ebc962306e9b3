import type { Locator } from '@playwright/test';
import { menuButton, openHelp } from '@/tests/drive/menu';
import { EVERYTHING } from '@/tests/panel/stories/conversation-stories';
import { attachScreenshot } from './attach-screenshot';
import { showStory } from './show-story';
import { expect, test } from './story-stage';
import { thorough } from './thorough';

interface Edges {
  outline: string;
  bottom: string;
  top: string;
  background: string;
}

/** The edges of an element as they are painted, and what is behind it. */
const edgesOf = (element: Locator): Promise<Edges> =>
  element.evaluate((node) => {
    const edge = (width: string, style: string, color: string) =>
      style === 'none' || width === '0px' ? 'none' : `${width} ${color}`;
    const style = getComputedStyle(node);
    return {
      outline: edge(style.outlineWidth, style.outlineStyle, style.outlineColor),
      bottom: edge(style.borderBottomWidth, style.borderBottomStyle, style.borderBottomColor),
      top: edge(style.borderTopWidth, style.borderTopStyle, style.borderTopColor),
      background: getComputedStyle(document.body).backgroundColor,
    };
  });

/** True if the edge is there and isn't painted in the colour of what is behind it. */
const isSeen = (edge: string, { background }: Edges) => edge !== 'none' && !edge.endsWith(background);

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `with high contrast (${colorScheme}), messages, focus, and what is chosen have edges that can be seen`,
    thorough({ tag: '@a11y' }),
    async ({ stage: { page, chatId } }, testInfo) => {
      await page.setViewportSize({ width: 280, height: 640 });
      await showStory(page, chatId, EVERYTHING);
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      const log = page.getByRole('log');
      await expect(log.getByText('And the audio models?')).toBeVisible();
      await attachScreenshot(page, testInfo, `forced-colors-${colorScheme}`);

      const bubble = await edgesOf(log.locator('.bubble').first());
      expect(isSeen(bubble.top, bubble)).toBe(true);

      await menuButton(page).focus();
      await page.keyboard.press('Enter');
      const first = page.getByRole('menuitem').first();
      await expect(first).toHaveAttribute('data-highlighted');
      const highlighted = await edgesOf(first);
      expect(isSeen(highlighted.outline, highlighted)).toBe(true);
      expect((await edgesOf(page.getByRole('menuitem').nth(1))).outline).toBe('none');
      await page.keyboard.press('Escape');

      await openHelp(page, 'Log');
      const [chosen, other] = [
        await edgesOf(page.getByRole('tab', { selected: true })),
        await edgesOf(page.getByRole('tab', { selected: false }).first()),
      ];
      expect(isSeen(chosen.bottom, chosen)).toBe(true);
      expect(other.bottom).not.toBe(chosen.bottom);
      await attachScreenshot(page, testInfo, `forced-colors-log-${colorScheme}`);
      await page.keyboard.press('Escape');

      for (const control of [page.getByRole('textbox', { name: 'Message' }), menuButton(page)]) {
        await control.focus();
        // After Tab each browser shows the focus; after `focus()` alone Firefox may not.
        await page.keyboard.press('Tab');
        await page.keyboard.press('Shift+Tab');
        const focused = await edgesOf(control);
        expect(isSeen(focused.outline, focused)).toBe(true);
      }
    },
  );
}
