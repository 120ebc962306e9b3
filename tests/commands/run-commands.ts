import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from './command-row';
import { COMMANDS } from './commands';
import { createWorkplace, type Workplace } from './workplace';

/** Scripts that build, package or photograph, or that are for authors of adapters. They share builds, so they run one after the other. */
const MAKING = [
  ...['package', 'release', 'pictures', 'screenshots', 'build:adapters', 'new-adapter', 'test:adapter'],
  ...['check-adapter', 'dev-adapter', 'try-adapter'],
];

/**
 * Declares the tests of the scripts that make something, or of all others. Each half has a copy of the checkout of its own and a file of
 * its own, so that the two run side by side.
 */
export function testCommands(half: 'making' | 'others'): void {
  const scripts = Object.entries(COMMANDS).filter(
    ([script, entry]) => rowsOf(entry).length > 0 && MAKING.includes(script) === (half === 'making'),
  );
  let place: Workplace;
  beforeAll(() => {
    place = createWorkplace();
  });
  afterAll(() => place.remove());

  describe.for(scripts)('npm run %s', ([script, entry]) => {
    it.for(rowsOf(entry).map((row, index) => [index + 1, row] as const))(
      'does its work: row %i',
      async ([number, row], context) => {
        const reason = row.skipped?.(place) ?? null;
        if (reason !== null) {
          console.warn(`Row ${number} of npm run ${script} is skipped: ${reason}.`);
          context.skip();
        }
        const { until } = row;
        const stop = until === undefined ? null : (printed: () => string) => until(place, printed);
        try {
          const { exitCode, printed } = await place.run(script, await row.args(place), stop);
          expect(exitCode, printed).toBe(stop === null ? (row.exitCode ?? 0) : -1); // As the row's description says.
          await row.check(place, printed);
        } finally {
          place.restore();
        }
      },
    );
  });
}
