import { isDeepStrictEqual } from 'node:util';

/** Something was not as the tour expected it. */
export class DifferenceError extends Error {
  override readonly name = 'DifferenceError';
}

/** Tells a tour's story and checks it. */
export interface Report {
  step(title: string): void;
  /** Something that was seen, as it was seen. */
  note(text: string): void;
  /** Prints what was found; throws {@link DifferenceError} if it isn't what was expected. */
  found(what: string, found: unknown, expected: unknown): void;
}

const SHOWN_NAMES = 4;

export function createReport(print: (line: string) => void): Report {
  let steps = 0;
  return {
    step(title) {
      steps += 1;
      print(`\n${steps}. ${title}`);
    },
    note: (text) => print(`     ${text}`),
    found(what, found, expected) {
      if (!isDeepStrictEqual(found, expected)) {
        throw new DifferenceError(`${what}: found ${inFull(found)}, expected ${inFull(expected)}`);
      }
      print(`   ✓ ${what}: ${inShort(found)}`);
    },
  };
}

function inFull(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function inShort(value: unknown): string {
  if (!Array.isArray(value)) return inFull(value);
  const more = value.length - SHOWN_NAMES;
  const names = value.slice(0, SHOWN_NAMES).map(inFull);
  return [...names, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
