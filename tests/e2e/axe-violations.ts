import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * The violations that axe finds, each on one line. Only colours differ between the themes, so in the dark one only contrasts
 * are checked. `part`: the part of the page that is checked.
 */
export async function axeViolations(page: Page, part: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Without legacy mode the library opens a tab for its results. In Firefox the tab takes the focus, and open menus close.
    const axe = new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .include(part);
    const { violations: all } = await (colorScheme === 'light'
      ? axe
      : axe.withRules('color-contrast')
    ).analyze();
    for (const { id, nodes } of all) {
      for (const { target, failureSummary } of nodes) {
        found.push(`${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ')}`);
      }
    }
  }
  return found;
}
