import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';
import { SetUpError } from './set-up-error.mjs';
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
  process.chdir(ROOT);
  const { values, positionals } = parse(process.argv.slice(2));
  if (values.help === true) {
    console.log(HELP);
    return 0;
  }
  const [id] = positionals;
  const isOutside = values.adapter !== undefined;
  if (positionals.length !== (isOutside ? 0 : 1)) throw new SetUpError(HELP);
  if (!isOutside && !existsSync(join('src', 'adapters', id, 'definition.ts'))) {
    throw new SetUpError(`There is no src/adapters/${id}/definition.ts.`);
  }
  const env = livePageIn(values);
  await setUp();
  const runKit = (place) => runChecks(place, env);
  return isOutside ? withAdapter(values.adapter, runKit) : runKit({ folder: ROOT, id });
});

function parse(args) {
  const text = { type: 'string' };
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { adapter: text, url: text, key: text, storage: text, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new SetUpError(`${error.message}\n\n${HELP}`);
  }
}

/** The live page for the checks, as environment variables; empty for the fixture. */
function livePageIn({ url, key, storage }) {
  if (url === undefined && (key ?? storage) !== undefined)
    throw new SetUpError('--key and --storage need --url.');
  if (url !== undefined && !/^https?:/.test(url))
    throw new SetUpError(`--url takes an http or https address, not ${url}.`);
  return {
    ...(url === undefined ? {} : { STEWARD_PAGE_URL: url }),
    ...(key === undefined ? {} : { STEWARD_PAGE_KEY: key }),
    ...(storage === undefined ? {} : { STEWARD_PAGE_STORAGE: resolve(storage) }),
  };
}

function runChecks({ folder, id }, env) {
  return runCommand('npx', ['playwright', 'test', 'tests/e2e/adapter-conformance.spec.ts'], {
    cwd: folder,
    env: { STEWARD_ADAPTER: id, ...env },
  });
}
