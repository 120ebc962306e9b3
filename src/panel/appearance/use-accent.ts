import { useEffect } from 'react';
import { type Accent, accentProblems } from '@/src/core/adapter/accent';
import { loadDefinition } from '../link/load-definition';

/** Paints the panel with the accent of the chat's adapter, if it has one; null is a chat without a page. */
export function useAccent(adapterId: string | null): void {
  useEffect(() => {
    const root = document.documentElement;
    let isCurrent = true;
    if (adapterId !== null) {
      loadDefinition(adapterId, []).then(
        ({ accent }) => isCurrent && paintAccent(root, accent ?? null),
        // What needs the definition reports it. The panel's own accent stays.
        () => undefined,
      );
    }
    return () => {
      isCurrent = false;
      paintAccent(root, null);
    };
  }, [adapterId]);
}

/** Sets the tokens of theme.css, with a darker one below the pointer; an accent without enough contrast is not used. */
export function paintAccent(root: HTMLElement, accent: Accent | null): void {
  if (accent === null || accentProblems(accent).length > 0) {
    root.style.removeProperty('--accent');
    root.style.removeProperty('--accent-hover');
    return;
  }
  root.style.setProperty('--accent', `light-dark(${accent.light}, ${accent.dark})`);
  root.style.setProperty('--accent-hover', 'color-mix(in srgb, var(--accent) 85%, black)');
}
