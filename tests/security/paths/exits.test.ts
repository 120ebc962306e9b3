import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXITS } from './exits';
import { PAGE_PATHS } from './try-paths';

/**
 * Calls that change a page, issue a token or a consent; requests of the two changing kinds; and the transport
 * that carries them.
 */
const CHANGING =
  /\.(?:execute|applyState|authorizeState|issue|give)\(|type: '(?:execute|apply-state)'|tabs\.(?:sendMessage|connect)\(/;
/** Interfaces and schemas only declare such members. */
const TYPES_ONLY = /^\s*(?:\||\/?\*)|^\s*type: '[a-z-]+';$/;

function changingLines(): string[] {
  return ['src', 'entrypoints'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      // A fixture for the conformance kit is not built into the extension.
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('conformance.ts'))
      .flatMap((name) => {
        const file = join(room, name);
        const lines = readFileSync(file, 'utf8').split('\n');
        return lines
          .filter((line) => CHANGING.test(line) && !TYPES_ONLY.test(line))
          .map((line) => `${file}: ${line.trim()}`);
      }),
  );
}

it('every line that can change a page or authorize a change has a path that tries it', () => {
  const unknown = changingLines().filter(
    (line) => !EXITS.some(([file, code]) => line.startsWith(`src/${file}: `) && line.includes(code)),
  );
  expect(unknown).toEqual([]);
});

it('every listed line exists', () => {
  const lines = changingLines();
  const gone = EXITS.filter(
    ([file, code]) => !lines.some((line) => line.startsWith(`src/${file}: `) && line.includes(code)),
  );
  expect(gone).toEqual([]);
});

it('every listed path is tried', () => {
  const named = EXITS.flatMap(([, , paths]) => (typeof paths === 'string' ? [] : paths));
  expect(named.filter((name) => !PAGE_PATHS.some((path) => path.name.startsWith(name)))).toEqual([]);
});
