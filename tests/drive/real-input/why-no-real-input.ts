import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const PROGRAMS = ['Xvfb', 'xdotool'] as const;

/** The reason why this machine can't have a real mouse and keyboard, with what to install; null if it can. */
export function whyNoRealInput(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const missing = PROGRAMS.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
  if (process.platform === 'linux' && missing.length === 0) return null;
  return 'A real mouse and keyboard need Linux with Xvfb and xdotool; on Debian: apt-get install xvfb xdotool';
}
