import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureProgram } from './ensure-program.mjs';
import { findFirefox } from './find-firefox.mjs';
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { checkNode, packagesAreCurrent, ROOT } from './set-up.mjs';
import { totalsLine, vitestTotals } from './test-totals.mjs';
import { UserError } from './user-error.mjs';

/** The name of Firefox for each package manager. */
const FIREFOX_PACKAGES = {
  'apt-get': 'firefox-esr',
  dnf: 'firefox',
  pacman: 'firefox',
  zypper: 'MozillaFirefox',
  apk: 'firefox-esr',
  brew: 'firefox',
  winget: 'Mozilla.Firefox',
};

/**
 * The builds that the stories load: the extension for Firefox, with loopback permission, and the filter page.
 */
const BUILDS = [
  ['npx', ['wxt', 'build', '--browser', 'firefox', '--mv3', '--mode', 'playground']],
  ['npx', ['vite', 'build', '--config', 'playground/page/vite.config.ts']],
];

/**
 * `npm run test:firefox -- ARGS`: prepares this machine, builds, and runs the stories of tests/firefox in a
 * real Firefox. ARGS are passed to Vitest, such as `-t @main`.
 */
async function main() {
  checkNode(process.versions.node);
  if (!packagesAreCurrent(ROOT)) await run('npm', ['ci'], 'npm ci failed; see its output above.');
  const firefox = await ensureFirefox();
  for (const [command, args] of BUILDS) await run(command, args, 'The build failed; see its output above.');
  return runStories(firefox);
}

async function run(command, args, complaint) {
  if ((await runCommand(command, args, { cwd: ROOT })) !== 0) throw new UserError(complaint);
}

function ensureFirefox() {
  return ensureProgram({
    what: 'Firefox (on Ubuntu, its package is firefox)',
    find: findFirefox,
    packages: FIREFOX_PACKAGES,
    variable: 'FIREFOX_PATH',
    cwd: ROOT,
  });
}

async function runStories(firefox) {
  const folder = mkdtempSync(join(tmpdir(), 'steward-test-'));
  try {
    const report = join(folder, 'vitest.json');
    const args = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${report}`];
    const exitCode = await runCommand(
      'npx',
      ['vitest', 'run', '--config', 'tests/firefox/vitest.config.ts', ...args, ...process.argv.slice(2)],
      { cwd: ROOT, env: { FIREFOX_PATH: firefox } },
    );
    // A runner that crashed before its report has no totals.
    if (existsSync(report)) console.log(totalsLine(vitestTotals(JSON.parse(readFileSync(report, 'utf8')))));
    return exitCode;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await runMain(main);
