import { useLayoutEffect } from 'react';
import { readTheme, THEME_KEY } from '@/src/core/records/theme';
import { type StoredChoice, useStoredChoice } from '@/src/panel/kit/use-stored';
import type { Theme } from '@/src/schema/values/theme';
import { paintTheme } from './painted-theme';

/** The chosen theme. */
export function useTheme(onError: (error: unknown) => void): StoredChoice<Theme> {
  return useStoredChoice(THEME_KEY, readTheme, onError);
}

/** Paints the panel in the chosen theme, and follows each change. */
export function usePaintedTheme(onError: (error: unknown) => void): void {
  const { value: theme } = useTheme(onError);
  useLayoutEffect(() => {
    if (theme !== null) paintTheme(document.documentElement, theme);
  }, [theme]);
}
