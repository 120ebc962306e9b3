import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseCommandLine } from './parse-command-line.mjs';
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';
import { UserError } from './user-error.mjs';
import { withAdapter } from './with-adapter.mjs';

const HELP = `Usage: npm run test:adapter -- ID [--url URL [--key KEY] [--storage FILE]]
       npm run test:adapter -- --adapter PATH [--url …]

Tries the adapter in src/adapters/ID/, or in a folder outside of the repository, on its fixture page against every
rule of the conformance kit. docs/adapters.md says what each failure means.

  --url URL       tries it on this live page instead, against the rules that only read; nothing is changed there
  --key KEY       the key of the API of the page's server, for an adapter that needs one
  --storage FILE  cookies and local storage of somebody who is signed in there; this writes such a file:
                  npx playwright open --save-storage FILE URL`;

/** `npm run test:adapter`. */
await runMain(async () => {
  const text = { type: 'string' };
  const options = { adapter: text, url: text, key: text, storage: text };
  const given = parseCommandLine(process.argv.slice(2), HELP, { options, allowPositionals: true });
  if (given === null) return 0;
  const { values, positionals } = given;
  // Before the folder changes: a file is named from the caller's.
  const env = livePageIn(values);
  process.chdir(ROOT);
  const [id] = positionals;
  const isOutside = values.adapter !== undefined;
  if (positionals.length !== (isOutside ? 0 : 1)) throw new UserError(HELP);
  if (!isOutside && !existsSync(join('src', 'adapters', id, 'definition.ts'))) {
    throw new UserError(`There is no src/adapters/${id}/definition.ts.`);
  }
  await setUp();
  const runKit = (place) => runChecks(place, env);
  return isOutside ? withAdapter(values.adapter, runKit) : runKit({ folder: ROOT, id });
});

/** The live page for the checks, as environment variables; empty if the fixture is checked. */
function livePageIn({ url, key, storage }) {
  if (url === undefined && (key ?? storage) !== undefined)
    throw new UserError('--key and --storage need --url.');
  if (url !== undefined && !/^https?:/.test(url))
    throw new UserError(`--url takes an http or https address, not ${url}.`);
  return {
    ...(url === undefined ? {} : { STEWARD_PAGE_URL: url }),
    ...(key === undefined ? {} : { STEWARD_PAGE_KEY: key }),
    ...(storage === undefined ? {} : { STEWARD_PAGE_STORAGE: resolve(storage) }),
  };
}

function runChecks({ folder, id }, env) {
  return runCommand(
    'npx',
    ['playwright', 'test', '--project=chromium', 'tests/e2e/adapter-conformance.spec.ts'],
    {
      cwd: folder,
      env: { STEWARD_ADAPTER: id, ...env },
    },
  );
}
