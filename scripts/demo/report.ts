import { isDeepStrictEqual } from 'node:util';

/** Thrown if a result differs from the tour's expectation. */
export class DifferenceError extends Error {
  override readonly name = 'DifferenceError';
}

/** Prints the tour's steps and verifies results. */
export interface Report {
  step(title: string): void;
  /** Prints an observation. */
  note(text: string): void;
  /** Prints a result; throws {@link DifferenceError} if it differs from the expectation. */
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
