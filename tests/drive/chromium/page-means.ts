import type { Page } from 'playwright';
import type { InputMethod } from '../steward-browser';

/** Implements `RunningBrowser.setFontSize`. */
export async function setFontSize(page: Page, px: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: px } });
}

/** Implements `RunningBrowser.inputMethod`. */
export async function inputMethodOf(page: Page): Promise<InputMethod> {
  const session = await page.context().newCDPSession(page);
  return {
    async compose(text) {
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    },
    async commit(text) {
      await session.send('Input.insertText', { text });
    },
  };
}

/** Implements `RunningBrowser.pauseScripts`. */
export async function pauseScripts(page: Page): Promise<{ resume(): Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Debugger.enable');
  const paused = new Promise<void>((resolve) => session.once('Debugger.paused', () => resolve()));
  await session.send('Debugger.pause');
  // Pausing takes effect at the next statement; this one hangs until the scripts resume or the page closes.
  const statement = page.evaluate(() => undefined).catch(() => undefined);
  await paused;
  return {
    async resume() {
      await session.send('Debugger.resume');
      await statement;
      await session.detach();
    },
  };
}
