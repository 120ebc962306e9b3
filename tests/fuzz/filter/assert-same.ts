import { isDeepStrictEqual } from 'node:util';

/** Throws, saying what it is about, if two values differ. Order counts, that of keys doesn't. */
export function assertSame(what: string, found: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(found, wanted)) return;
  throw new Error(`${what}:\n  ${JSON.stringify(found)}\nwhere there should be\n  ${JSON.stringify(wanted)}`);
}
