import { isDeepStrictEqual } from 'node:util';

/** Throws if two values differ, with `what` in the message. Order counts, except that of keys. */
export function assertSame(what: string, found: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(found, wanted)) return;
  throw new Error(`${what}:\n  ${JSON.stringify(found)}\nexpected\n  ${JSON.stringify(wanted)}`);
}
