import { beforeEach, expect, it, vi } from 'vitest';
import {
  fittingAdapters,
  type RegisteredAdapter,
  registeredAdapters,
  runAdapters,
} from '@/scripts/adapter/development/registered-adapters';

const VERSION = '1.2.3';

const logged: unknown[] = [];
beforeEach(() => {
  logged.length = 0;
  vi.spyOn(console, 'error').mockImplementation((line) => logged.push(line));
});

function adapter(parts: Partial<RegisteredAdapter>): RegisteredAdapter {
  return { id: 'limits', kit: VERSION, run: () => ({ page: 'limits' }), ...parts };
}

const run = (registered: RegisteredAdapter, taken: string[]) =>
  runAdapters<{ page: string }>(
    [registered],
    taken,
    (path) => path,
    ({ page }) => (page === undefined ? 'it has no page' : null),
  );

it('there are no adapters without the scripts of a folder', () => {
  expect(registeredAdapters).toEqual([]);
});

it('an adapter that was built by the kit of another version is left out, with the reason', () => {
  const [old, fitting] = [adapter({ id: 'old', kit: '1.0.0' }), adapter({})];
  expect(fittingAdapters([old, fitting], VERSION)).toEqual([fitting]);
  expect(logged).toEqual([
    'Steward: the adapter old was left out: it was built by the kit of 1.0.0, and this is Steward 1.2.3; build it again.',
  ]);
});

it('an adapter that fits is run with the modules of the build', () => {
  const found = run(adapter({ run: (require) => ({ page: require('zod') }) }), ['other']);
  expect(found).toEqual([{ id: 'limits', parts: { page: 'zod' } }]);
  expect(logged).toEqual([]);
});

it.each([
  ['whose id is taken', adapter({}), ['limits'], 'Steward has an adapter with this id; rename the folder'],
  ['without a part', adapter({ run: () => ({}) }), [], 'it has no page'],
  [
    'whose script fails',
    adapter({
      run() {
        throw new Error('no module');
      },
    }),
    [],
    'its script failed: Error: no module',
  ],
])('an adapter %s is left out, with the reason', (_, registered, taken, reason) => {
  expect(run(registered, taken)).toEqual([]);
  expect(logged).toEqual([`Steward: the adapter limits was left out: ${reason}.`]);
});
