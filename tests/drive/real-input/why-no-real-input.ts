import { findOnPath } from '@/scripts/find-program.mjs';

const PROGRAMS = ['Xvfb', 'xdotool'] as const;

/** The reason why this machine can't have a real mouse and keyboard, with what to install; null if it can. */
export function whyNoRealInput(): string | null {
  const hasAll = PROGRAMS.every((name) => findOnPath([name]) !== null);
  if (process.platform === 'linux' && hasAll) return null;
  return 'A real mouse and keyboard need Linux with Xvfb and xdotool; on Debian: apt-get install xvfb xdotool';
}
