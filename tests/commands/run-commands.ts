import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from './command-row';
import { COMMANDS } from './commands';
import { createWorkplace, type Workplace } from './workplace';

/** Scripts that run one after the other, since they share builds or need an order. All others are a group, too. */
const GROUPS = {
  adapters: ['build:adapters', 'new-adapter', 'test:adapter', 'check-adapter', 'dev-adapter', 'try-adapter'],
  measures: ['bench'],
  packages: ['package', 'release', 'pictures', 'screenshots'],
} as const satisfies Record<string, readonly string[]>;

/**
 * Declares the tests of a group of scripts. Each group has a copy of the checkout of its own and a file of its own, so that groups run
 * side by side: much of their time is spent waiting for browsers.
 */
export function testCommands(group: keyof typeof GROUPS | 'others'): void {
  const groupOf = (script: string) =>
    Object.entries(GROUPS).find(([, scripts]) => scripts.some((each) => each === script))?.[0] ?? 'others';
  const scripts = Object.entries(COMMANDS).filter(
    ([script, entry]) => rowsOf(entry).length > 0 && groupOf(script) === group,
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
