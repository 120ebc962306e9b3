import type { BrowserContext, Page } from 'playwright';

/** Resolves when the browser has exited, or has no window left, as may happen on macOS. */
export function browserClosed(context: BrowserContext): Promise<void> {
  return new Promise((resolve) => {
    const watch = (page: Page): void => {
      page.once('close', () => {
        if (context.pages().length === 0) resolve();
      });
    };
    context.once('close', () => resolve());
    context.on('page', watch);
    context.pages().forEach(watch);
  });
}
