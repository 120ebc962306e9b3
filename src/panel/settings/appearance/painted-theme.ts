import type { Theme } from '@/src/schema/values/extension-settings';

/**
 * Key in localStorage of a copy of the theme. The setting itself is in storage.local, which is only readable asynchronously, after the
 * first paint. localStorage is readable before it, so the right theme is painted at once. If the copy is missing or outdated, the panel
 * replaces it as soon as it has read the setting.
 */
const COPY = 'painted-theme';

/** Sets the document's theme to that of the panel's last paint. Called before the first paint. */
export function paintAsBefore(root: HTMLElement): void {
  withLocalCopies((copies) => {
    const theme = copies.getItem(COPY);
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  });
}

/** Sets the document's theme, and stores a copy for the next first paint. theme.css derives `color-scheme` from the attribute. */
export function paintTheme(root: HTMLElement, theme: Theme): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  withLocalCopies((copies) => (theme === 'system' ? copies.removeItem(COPY) : copies.setItem(COPY, theme)));
}

/** Calls `work` with localStorage; does nothing if the browser blocks it. */
export function withLocalCopies(work: (copies: Storage) => void): void {
  try {
    work(localStorage);
  } catch {
    // A browser that blocks site data refuses localStorage. The first paint then uses the system's theme and language.
  }
}
