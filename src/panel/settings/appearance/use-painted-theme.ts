import { useLayoutEffect } from 'react';
import { useExtensionSetting } from '@/src/panel/kit/use-stored';
import { paintTheme } from './painted-theme';

/** Paints the panel in the chosen theme, and follows each change. */
export function usePaintedTheme(): void {
  const { value: theme } = useExtensionSetting('theme');
  useLayoutEffect(() => {
    if (theme !== null) paintTheme(document.documentElement, theme);
  }, [theme]);
}
