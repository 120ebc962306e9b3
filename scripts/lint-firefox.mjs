import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import addonsLinter from 'addons-linter';
import { explainedWarningProblems } from './explained-warnings.mjs';
import { runMain } from './run-main.mjs';
import { ROOT } from './set-up.mjs';
import { UserError } from './user-error.mjs';

const PACKAGE = join(ROOT, 'dist', 'firefox-mv3');
const DOCUMENT = join('docs', 'browsers.md');

/**
 * `npm run lint:firefox`: checks the build for Firefox as its store does. Fails for an error, and for a warning that
 * docs/browsers.md doesn't explain.
 */
await runMain(async () => {
  if (!existsSync(PACKAGE)) {
    throw new UserError('There is no build for Firefox yet; run: npm run build:firefox');
  }
  const config = { _: [PACKAGE], logLevel: 'fatal', output: 'none' };
  const { errors, warnings, notices } = await addonsLinter
    .createInstance({ config, runAsBinary: false })
    .run();
  const problems = explainedWarningProblems(warnings, readFileSync(join(ROOT, DOCUMENT), 'utf8'));
  const isBad = errors.length > 0 || problems.length > 0;
  for (const { code, file, line, column, message } of isBad ? [...errors, ...warnings] : errors) {
    console.log(`${code} ${file}:${line}:${column} ${message}`);
  }
  for (const problem of problems) console.log(`${DOCUMENT}: ${problem}`);
  console.log(
    `addons-linter: ${errors.length} errors, ${warnings.length} warnings, ${notices.length} notices; ${problems.length} differences from ${DOCUMENT}`,
  );
  return isBad ? 1 : 0;
});
