import type { Theme } from '@/src/schema/values/extension-settings';

/**
 * Key of a copy of the theme in localStorage. The setting is in storage.local, which can only be read asynchronously,
 * after the first paint; localStorage is read before it, so that nothing flashes. A copy that is missing or out of date
 * is replaced as soon as the panel has read the setting.
 */
const COPY = 'painted-theme';

/** Sets the document's theme to that of the panel's last paint. Called before the first paint. */
export function paintAsBefore(root: HTMLElement): void {
  withLocalCopies((copies) => {
    const theme = copies.getItem(COPY);
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  });
}

/**
 * Sets the document's theme, and stores it for the next first paint. theme.css sets `color-scheme` by the attribute.
 */
export function paintTheme(root: HTMLElement, theme: Theme): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  withLocalCopies((copies) => (theme === 'system' ? copies.removeItem(COPY) : copies.setItem(COPY, theme)));
}

/** Does some work on the copies in localStorage, or nothing if there are none. */
export function withLocalCopies(work: (copies: Storage) => void): void {
  try {
    work(localStorage);
  } catch {
    // A browser that blocks site data refuses localStorage; the first paint then uses the system's theme and language.
  }
}
