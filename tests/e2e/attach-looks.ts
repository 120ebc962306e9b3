import { expect, type Page, type TestInfo } from '@playwright/test';
import { attachScreenshot } from './attach-screenshot';

/**
 * Attaches pictures of a panel in these widths and in both themes, and fails if the panel, or a sheet in it, can be scrolled sideways.
 * Leaves the panel as it was.
 */
export async function attachLooks(
  page: Page,
  testInfo: TestInfo,
  name: string,
  widths: readonly number[],
): Promise<void> {
  const size = page.viewportSize() ?? { width: 360, height: 800 };
  for (const width of widths) {
    await page.setViewportSize({ ...size, width });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await attachScreenshot(page, testInfo, `${name}-${width}-${colorScheme}`);
    }
    const excess = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('dialog')].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    );
    expect(Math.max(...excess), `${name} at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: null });
}
