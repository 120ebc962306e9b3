import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generate, parse, walk } from 'css-tree';
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';
import { succeed, UserError } from './user-error.mjs';
import { withFolder } from './with-folder.mjs';

/** A headless shell of the oldest version that Steward supports. It loads no extension. */
const SHELL = '@sparticuz/chromium@123.0.1';
const SHELL_SWITCHES = ['--no-sandbox', '--single-process', '--no-zygote', '--disable-gpu'];
const BUILD = join(ROOT, 'dist', 'chrome-mv3');
/** An address that no server has: the build's files are given to the browser as if they were there. */
const SITE = 'http://steward.invalid/';

/**
 * `npm run test:oldest`, on Debian for x86-64: lets the oldest supported Chromium read all scripts and styles of the build, and runs
 * the main stories in the oldest Chromium that Debian has, with the real extension.
 */
await runMain(async () => {
  await setUp('browser', ['build']);
  return withFolder(async (folder) => {
    const problems = await readBuild(await installShell(folder));
    for (const problem of problems) console.log(problem);
    const executable = await unpackChromium(folder);
    const args = ['run', 'test:e2e', '--', '--grep', '@main'];
    const exitCode = await runCommand('npm', args, { env: { CHROME_PATH: executable } });
    return problems.length > 0 ? 1 : exitCode;
  });
});

/**
 * Resolves with the path of the shell's program.
 *
 * @param {string} folder
 */
async function installShell(folder) {
  await must(
    'npm',
    ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', SHELL],
    folder,
  );
  // The package unpacks its program there.
  process.env.TMPDIR = folder;
  const entry = join(folder, 'node_modules', '@sparticuz', 'chromium', 'build', 'index.js');
  const { default: shell } = await import(pathToFileURL(entry).href);
  return shell.executablePath();
}

/**
 * Downloads the oldest Chromium of Debian's archive. Resolves with its program's path.
 *
 * @param {string} parent
 */
async function unpackChromium(parent) {
  const folder = join(parent, 'debian');
  mkdirSync(folder);
  const fetchOldest =
    "version=$(apt-cache madison chromium | awk '{ print $3 }' | sort -V | head -n 1) && " +
    'apt-get download "chromium=$version" "chromium-common=$version" && ' +
    'for package in *.deb; do dpkg-deb -x "$package" .; done';
  await must('sh', ['-c', fetchOldest], folder);
  return join(folder, 'usr', 'lib', 'chromium', 'chromium');
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
function must(command, args, cwd) {
  const hint = ' This command works on Debian for x86-64, after apt-get update.';
  return succeed(command, runCommand(command, args, { cwd }), hint);
}

/**
 * Sentences about what the browser can't read.
 *
 * @param {string} executablePath
 */
async function readBuild(executablePath) {
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({ executablePath, args: SHELL_SWITCHES });
  try {
    const { minimum_chrome_version: oldest } = JSON.parse(readFileSync(join(BUILD, 'manifest.json'), 'utf8'));
    if (!browser.version().startsWith(`${oldest}.`)) {
      throw new UserError(`${SHELL} has another version than the manifest asks for, which is ${oldest}.`);
    }
    const page = await browser.newPage();
    await page.route(`${SITE}**`, (route) => {
      const path = new URL(route.request().url()).pathname;
      return path === '/'
        ? route.fulfill({ contentType: 'text/html', body: '' })
        : route.fulfill({ path: join(BUILD, path) });
    });
    await page.goto(SITE);
    const paths = readdirSync(BUILD, { recursive: true, encoding: 'utf8' });
    const scripts = paths.filter((path) => path.endsWith('.js'));
    const styles = paths
      .filter((path) => path.endsWith('.css'))
      .flatMap((path) => conditionsOf(readFileSync(join(BUILD, path), 'utf8')));
    const unread = await page.evaluate(readScripts, scripts);
    const unknown = await page.evaluate(unsupported, [...new Set(styles)]);
    console.log(
      `Chromium ${browser.version()} read ${scripts.length} scripts and ${styles.length} declarations and selectors.`,
    );
    return [...unread, ...unknown.map((condition) => `not supported: ${condition}`)];
  } finally {
    await browser.close();
  }
}

/**
 * A style sheet's declarations and selectors, as conditions of `@supports`; without those of other browsers.
 *
 * @param {string} text
 */
function conditionsOf(text) {
  /** @type {string[]} */
  const conditions = [];
  walk(parse(text), (node) => {
    if (node.type === 'Declaration') conditions.push(`(${generate(node)})`);
    if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList') return;
    for (const selector of node.prelude.children) conditions.push(`selector(${generate(selector)})`);
  });
  return conditions.filter((condition) => !condition.includes('-moz-'));
}

/**
 * Runs in the browser. Each script fails there, since it is no extension's page, but none for its syntax.
 *
 * @param {string[]} paths
 */
async function readScripts(paths) {
  const errors = await Promise.all(
    paths.map((path) =>
      import(`/${path}`).then(
        () => null,
        (error) => error,
      ),
    ),
  );
  return errors.flatMap((error, index) =>
    error instanceof SyntaxError ? [`${paths[index]}: ${error.message}`] : [],
  );
}

/**
 * Runs in the browser.
 *
 * @param {string[]} conditions
 */
function unsupported(conditions) {
  return conditions.filter((condition) => !CSS.supports(condition));
}
