import { THEMES, type Theme } from '@/src/schema/values/theme';

/** Key of the theme in storage.local; one theme for the whole extension. */
export const THEME_KEY = 'theme';

export function readTheme(stored: unknown): Theme {
  // None is stored, or one that only another version has.
  return THEMES.find((theme) => theme === stored) ?? 'system';
}
