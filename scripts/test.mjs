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

/** Makes the tests of the published extension use these builds instead of building their own. */
const BUILT = { STEWARD_BUILDS: join(ROOT, '.output') };

function runVitest() {
  // The project `suites` takes two minutes and runs in `npm run test:security`.
  return runCommand('npx', ['vitest', 'run', '--project', 'shared', '--project', 'isolated'], {
    cwd: ROOT,
    // A fixed seed gives each property-based test the same cases in every run; `npm run test:unit` uses new ones.
    env: { ...BUILT, PROPERTY_SEED: '1' },
  });
}

function runPlaywright() {
  // Tests marked @thorough run only in `npm run test:security` and `npm run test:e2e`.
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
