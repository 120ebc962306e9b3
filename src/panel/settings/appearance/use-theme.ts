import { useLayoutEffect } from 'react';
import { readTheme, THEME_KEY } from '@/src/core/records/theme';
import { useStored } from '@/src/panel/kit/use-stored';
import type { Theme } from '@/src/schema/values/theme';
import { paintTheme } from './painted-theme';

/** The chosen theme; null until it is loaded. */
export function useTheme(onError: (error: unknown) => void): Theme | null {
  return useStored(THEME_KEY, readTheme, onError, 'local');
}

/** Paints the panel in the chosen theme, and follows each change. */
export function usePaintedTheme(onError: (error: unknown) => void): void {
  const theme = useTheme(onError);
  useLayoutEffect(() => {
    if (theme !== null) paintTheme(document.documentElement, theme);
  }, [theme]);
}
