import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clickToolbarButton } from '@/tests/drive/click-toolbar-button';
import { expect, test } from './fixtures';
import { thorough } from './thorough';
import { withLaunched } from './with-launched';

/** Delay before the background's script starts, as on a busy machine. */
const START_MS = 6_000;

test(
  'a click on the toolbar button while the worker starts after the installation opens the panel',
  thorough({ tag: '@main' }),
  async ({ playground, product }) => {
    const folder = await mkdtemp(join(tmpdir(), 'steward-first-click-'));
    const extension = join(folder, 'extension');
    await cp(product.playgroundExtension, extension, { recursive: true });
    const script = join(extension, 'background.js');
    const wait = `for (const until = Date.now() + ${START_MS}; Date.now() < until; );\n`;
    await writeFile(script, `${wait}${await readFile(script, 'utf8')}`);
    await withLaunched(product, extension, async (browser) => {
      const installedAtMs = Date.now();
      const [page = await browser.context.newPage()] = browser.context.pages();
      await page.goto(playground.url);
      // Otherwise the extension would have started before the click.
      expect(Date.now() - installedAtMs).toBeLessThan(START_MS);
      const panel = await clickToolbarButton(browser, page);
      await expect(panel.page.getByRole('heading', { level: 1 })).toBeVisible();
      await panel.release();
    });
    await rm(folder, { recursive: true });
  },
);
