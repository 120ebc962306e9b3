/** The themes that the user can choose; `system` follows the operating system. */
export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

/** Key of the theme in storage.local; one theme for the whole extension. */
export const THEME_KEY = 'theme';

/** Reads a stored theme. */
export function readTheme(stored: unknown): Theme {
  // None is stored, or one that only another version has.
  return THEMES.find((theme) => theme === stored) ?? 'system';
}
