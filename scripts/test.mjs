import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, runScript } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';
import { playwrightTotals, sumTotals, totalsLine, vitestTotals } from './test-totals.mjs';

/** The stages of `npm test` after the set-up, in order; each resolves with an exit code. */
function stages(reports) {
  return [
    { name: 'lint', run: () => runScript('lint', { cwd: ROOT }) },
    { name: 'types', run: () => runScript('types', { cwd: ROOT }) },
    { name: 'unit tests', run: () => runVitest(reports.vitest) },
    { name: 'production build', run: () => runScript('build', { cwd: ROOT }) },
    { name: 'playground build', run: () => runScript('build:playground', { cwd: ROOT }) },
    { name: 'end-to-end tests', run: () => runPlaywright(reports.playwright) },
  ];
}

function runVitest(reportPath) {
  // The project `suites` takes two minutes; it runs in `npm run test:security`.
  const projects = ['--project', 'shared', '--project', 'isolated'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`];
  return runCommand('npx', ['vitest', 'run', ...projects, ...reporters], {
    cwd: ROOT,
    // The same cases of each property-based test in every run; `npm run test:unit` draws new ones.
    env: { PROPERTY_SEED: '1' },
  });
}

function runPlaywright(reportPath) {
  // Variants of other tests run only in `npm run test:security` and `npm run test:e2e`.
  const args = ['playwright', 'test', '--grep-invert', '@thorough', '--reporter=list,json'];
  return runCommand('npx', args, {
    cwd: ROOT,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath },
  });
}

async function runStages(reports) {
  for (const { name, run } of stages(reports)) {
    console.log(`\n── ${name}`);
    const exitCode = await run();
    if (exitCode !== 0) return { failedStage: name, exitCode };
  }
  return { failedStage: null, exitCode: 0 };
}

/** A runner that was not started, or crashed before its report, has no totals. */
function readTotals(runners) {
  return runners
    .filter(({ path }) => existsSync(path))
    .map(({ name, path, totals }) => ({ name, totals: totals(JSON.parse(readFileSync(path, 'utf8'))) }));
}

async function main() {
  await setUp();
  const folder = mkdtempSync(join(tmpdir(), 'steward-test-'));
  try {
    const reports = { vitest: join(folder, 'vitest.json'), playwright: join(folder, 'playwright.json') };
    const { failedStage, exitCode } = await runStages(reports);
    const results = readTotals([
      { name: 'Vitest', path: reports.vitest, totals: vitestTotals },
      { name: 'Playwright', path: reports.playwright, totals: playwrightTotals },
    ]);
    console.log('');
    if (failedStage !== null) console.log(`Stopped: ${failedStage} failed (exit code ${exitCode}).`);
    for (const { name, totals } of results) console.log(`${name}: ${totalsLine(totals)}`);
    console.log(totalsLine(sumTotals(results.map(({ totals }) => totals))));
    return exitCode;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await runMain(main);
