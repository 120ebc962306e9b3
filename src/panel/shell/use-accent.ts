import { useEffect } from 'react';
import type { Accent } from '@/src/core/adapter/accent';

/** Sets the accent colour of theme.css, and a darker one for hovered elements. Null for the panel's own accent. */
export function useAccent(accent: Accent | null): void {
  const light = accent?.light;
  const dark = accent?.dark;
  useEffect(() => {
    if (light === undefined) return;
    const { style } = document.documentElement;
    style.setProperty('--accent', `light-dark(${light}, ${dark})`);
    style.setProperty('--accent-hover', 'color-mix(in srgb, var(--accent) 85%, black)');
    return () => {
      for (const token of ['--accent', '--accent-hover']) style.removeProperty(token);
    };
  }, [light, dark]);
}
