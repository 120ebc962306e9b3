import { loadWithBuilds } from './load-with-builds.mjs';
import { parseCommandLine } from './parse-command-line.mjs';
import { runMain } from './run-main.mjs';

const HELP = `Usage: npm run demo -- [--headless]

Starts a playground and a browser with Steward in it. On a screen the browser is yours until you close it.
With --headless, or without a screen, it is a guided tour that checks each of its steps and leaves pictures
in demo-output/.
`;

/** `npm run demo`: prepares the checkout, then runs the demo. */
await runMain(async () => {
  const options = { headless: { type: 'boolean', default: false } };
  const given = parseCommandLine(process.argv.slice(2), HELP, { options });
  if (given === null) return 0;
  const { runDemo } = await loadWithBuilds('./demo/run-demo.ts', ['build:playground']);
  return runDemo({ headless: given.values.headless });
});
