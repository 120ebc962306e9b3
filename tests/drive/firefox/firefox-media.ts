import type { Page } from 'playwright';
import type { ChromeScope } from './chrome-scope';
import { type BrowserScope, navigableOf } from './private-interfaces';

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

/**
 * Makes `page.emulateMedia` work: Playwright asks Firefox only for the colour scheme, by a command that Firefox doesn't
 * have.
 */
export function emulateMediaIn(page: Page, chrome: ChromeScope): void {
  page.emulateMedia = async (media = {}) => {
    await chrome.run(overrideMedia, { navigable: navigableOf(page), media });
  };
}

/** Runs in the browser's scope. */
function overrideMedia({ navigable, media }: { navigable: string; media: Media }): void {
  const { NavigableManager } = globalThis as unknown as BrowserScope;
  const context = NavigableManager.getBrowserById(navigable)?.browsingContext;
  if (context == null) throw new Error('the page has no document');
  if (media.colorScheme !== undefined) {
    const scheme = media.colorScheme;
    context.prefersColorSchemeOverride = scheme === 'dark' || scheme === 'light' ? scheme : 'none';
  }
  if (media.reducedMotion !== undefined) context.prefersReducedMotionOverride = media.reducedMotion ?? 'none';
  if (media.forcedColors !== undefined) context.forcedColorsOverride = media.forcedColors ?? 'none';
}
