import { type Accent, accentProblems } from '@/src/core/adapter/accent';

/**
 * Sets the accent tokens of theme.css, with a darker accent for the element under the pointer. An accent without enough
 * contrast is not used.
 */
export function paintAccent(root: HTMLElement, accent: Accent): void {
  if (accentProblems(accent).length > 0) return;
  root.style.setProperty('--accent', `light-dark(${accent.light}, ${accent.dark})`);
  root.style.setProperty('--accent-hover', 'color-mix(in srgb, var(--accent) 85%, black)');
}
