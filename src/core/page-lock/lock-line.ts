import type { LockWindow } from './lock-of';

/** A lock in one line: what is going on, and the place of the call that is next or under way where there are several. */
export function lockLine({ text, progress }: Pick<LockWindow, 'text' | 'progress'>): string {
  if (progress === null || progress.total === 1) return text;
  return `${text} · ${Math.min(progress.done + 1, progress.total)} of ${progress.total}`;
}
