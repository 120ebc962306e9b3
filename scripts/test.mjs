import { join } from 'node:path';
import { runCommand, runScript } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';

/** The stages of `npm test` after the set-up, in order. Vitest and Playwright print their totals themselves. */
const STAGES = [
  { name: 'lint', run: () => runScript('lint', { cwd: ROOT }) },
  { name: 'types', run: () => runScript('types', { cwd: ROOT }) },
  { name: 'production build', run: () => runScript('build', { cwd: ROOT }) },
  { name: 'build for Firefox', run: () => runScript('build:firefox', { cwd: ROOT }) },
  { name: 'playground build', run: () => runScript('build:playground', { cwd: ROOT }) },
  { name: 'unit tests', run: runVitest },
  { name: 'end-to-end tests', run: runPlaywright },
];

/** The tests of the published extension take these builds instead of their own. */
const BUILT = { STEWARD_BUILDS: join(ROOT, '.output') };

function runVitest() {
  // The project `suites` takes two minutes; it runs in `npm run test:security`.
  return runCommand('npx', ['vitest', 'run', '--project', 'shared', '--project', 'isolated'], {
    cwd: ROOT,
    // The same cases of each property-based test in every run; `npm run test:unit` draws new ones.
    env: { ...BUILT, PROPERTY_SEED: '1' },
  });
}

function runPlaywright() {
  // Variants of other tests run only in `npm run test:security` and `npm run test:e2e`.
  const args = ['playwright', 'test', '--grep-invert', '@thorough'];
  return runCommand('npx', args, { cwd: ROOT, env: BUILT });
}

await runMain(async () => {
  await setUp();
  for (const { name, run } of STAGES) {
    console.log(`\n── ${name}`);
    const startedAtMs = performance.now();
    const exitCode = await run();
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
    if (exitCode !== 0) {
      console.log(`\nStopped after ${seconds} s: ${name} failed (exit code ${exitCode}).`);
      return exitCode;
    }
    console.log(`${name}: passed in ${seconds} s`);
  }
  return 0;
});
