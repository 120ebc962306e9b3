import { BROWSERS, programOf } from './given-browser.mjs';
import { loadWithBuilds } from './load-with-builds.mjs';
import { parseCommandLine } from './parse-command-line.mjs';
import { runMain } from './run-main.mjs';

const HELP = `Usage: npm run demo -- [--browser BROWSER] [--headless]

Starts a playground and a browser with Steward in it. On a screen the browser is yours until you close it.
BROWSER is ${BROWSERS.join(' or ')}; without --browser it is ${BROWSERS[0]}.
With --headless, or without a screen, it is a guided tour that checks each of its steps and leaves pictures
in demo-output/.
`;

/** `npm run demo`: prepares the checkout, then runs the demo. */
await runMain(async () => {
  const options = {
    headless: { type: 'boolean', default: false },
    browser: { type: 'string', default: BROWSERS[0] },
  };
  const given = parseCommandLine(process.argv.slice(2), HELP, { options });
  if (given === null) return 0;
  const { headless, browser } = given.values;
  const program = programOf(browser, HELP);
  const { runDemo } = await loadWithBuilds('scripts/demo/run-demo.ts', ['build:playground'], program);
  return runDemo({ headless, browser });
});
