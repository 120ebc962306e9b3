import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from './command-row';
import { COMMANDS } from './commands';
import { createWorkplace, type Workplace } from './workplace';

let place: Workplace;
beforeAll(() => {
  place = createWorkplace();
});
afterAll(() => place.remove());

const scripts = Object.entries(COMMANDS).filter(([, entry]) => rowsOf(entry).length > 0);

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
