import { useEffect } from 'react';
import { loadDefinition } from '@/src/panel/data/load-definition';

/** Paints the panel with the accent of the chat's adapter, if it has one; null is a chat without a page. */
export function useAccent(adapterId: string | null): void {
  useEffect(() => {
    if (adapterId === null) return;
    const root = document.documentElement;
    let isCurrent = true;
    Promise.all([loadDefinition(adapterId, []), import('./paint-accent')]).then(
      ([{ accent }, { paintAccent }]) => isCurrent && accent !== undefined && paintAccent(root, accent),
      // Components that need the definition report the failure. The panel's own accent stays.
      () => undefined,
    );
    return () => {
      isCurrent = false;
      for (const token of ['--accent', '--accent-hover']) root.style.removeProperty(token);
    };
  }, [adapterId]);
}
