import { parseArgs } from 'node:util';
import { runScript } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';
import { SetUpError } from './set-up-error.mjs';

const HELP = `Usage: npm run demo -- [--headless]

Starts a playground and a browser with Steward in it. On a screen the browser is yours until you close it.
With --headless, or without a screen, it is a guided tour that checks each of its steps and leaves pictures
in demo-output/.
`;

/** `npm run demo`: prepares the checkout, then runs the demo. */
async function main() {
  const { headless, help } = readArguments();
  if (help) {
    console.log(HELP);
    return 0;
  }
  await setUp();
  process.chdir(ROOT);
  console.log('Building the extension and the playground …');
  if ((await runScript('build:playground', { cwd: ROOT })) !== 0) {
    throw new SetUpError('The build failed; see its output above.');
  }
  const { tsImport } = await import('tsx/esm/api');
  const { runDemo } = await tsImport('./demo/run-demo.ts', import.meta.url);
  return runDemo({ headless });
}

function readArguments() {
  const options = {
    headless: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new SetUpError(`${error.message}\n\n${HELP}`);
  }
}

await runMain(main);
