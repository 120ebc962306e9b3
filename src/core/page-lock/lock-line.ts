import type { LockWindow } from './lock-of';

/** The lock's text, with the number of the current call if several calls change the page. */
export function lockLine({ text, progress }: Pick<LockWindow, 'text' | 'progress'>): string {
  if (progress === null || progress.total === 1) return text;
  return `${text} · ${Math.min(progress.done + 1, progress.total)} of ${progress.total}`;
}
