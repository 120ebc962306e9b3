import type { Density } from '@/src/core/records/density';
import type { Theme } from '@/src/core/records/theme';

/**
 * Copies of what is in storage.local, which can only be read asynchronously, after the first paint. localStorage is
 * read before it, so that nothing flashes or moves. A copy that is missing or out of date is replaced as soon as the
 * panel has read the setting.
 */
const THEME_COPY = 'painted-theme';
const DENSITY_COPY = 'painted-density';

/** Paints the document as the panel was painted last. Called before its first paint. */
export function paintAsBefore(root: HTMLElement): void {
  const theme = readCopy(THEME_COPY);
  if (theme === 'light' || theme === 'dark') setTheme(root, theme);
  if (readCopy(DENSITY_COPY) === 'compact') setDensity(root, 'compact');
}

/** Paints the document in this theme, also the next time. */
export function paintTheme(root: HTMLElement, theme: Theme): void {
  setTheme(root, theme);
  writeCopy(THEME_COPY, theme === 'system' ? null : theme);
}

/** Paints the document in this density, also the next time. */
export function paintDensity(root: HTMLElement, density: Density): void {
  setDensity(root, density);
  writeCopy(DENSITY_COPY, density === 'normal' ? null : density);
}

/** theme.css sets `color-scheme` by this attribute. */
function setTheme(root: HTMLElement, theme: Theme): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
}

/** density.css sets its tokens by this attribute. */
function setDensity(root: HTMLElement, density: Density): void {
  if (density === 'normal') delete root.dataset.density;
  else root.dataset.density = density;
}

function readCopy(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    // A browser that blocks site data refuses localStorage. Then the defaults are painted first.
    return null;
  }
}

function writeCopy(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // As above; the setting itself is stored elsewhere.
  }
}
