import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CHECKS, LIVE_CHECKS } from '@/tests/conformance/checks/all-checks';
import { parseCommandLine } from '../parse-command-line.mjs';
import { runCommand } from '../run-command.mjs';
import { ROOT, setUp } from '../set-up.mjs';
import { UserError } from '../user-error.mjs';
import { withAdapter } from './checkout-with';
import { isWebAddress } from './try-options';

const HELP = `Usage: npm run test:adapter -- ID [--rule NAME …] [--url URL [--key KEY] [--storage FILE]]
       npm run test:adapter -- --adapter PATH [--rule NAME …] [--url …]

Tries the adapter in src/adapters/ID/, or in a folder outside of the repository, on its fixture page against every
rule of the conformance kit. docs/adapters.md says what each failure means.

  --rule NAME     tries it against this rule only; may be repeated
  --url URL       tries it on this live page instead, against the rules that only read; nothing is changed there
  --key KEY       the key of the API of the page's server, for an adapter that needs one
  --storage FILE  cookies and local storage of somebody who is signed in there; this writes such a file:
                  npx playwright open --save-storage FILE URL`;

/** Runs `npm run test:adapter` with these arguments, whose paths are from `from`. Resolves with the exit code. */
export async function testAdapter(args: string[], from: string): Promise<number> {
  const text = { type: 'string' } as const;
  const rules = { type: 'string', multiple: true } as const;
  const options = { adapter: text, url: text, key: text, storage: text, rule: rules };
  const given = parseCommandLine(args, HELP, { options, allowPositionals: true });
  if (given === null) return 0;
  const { adapter, url, key, storage, rule: chosen = [] } = given.values;
  const [id = '', ...others] = given.positionals;
  if (others.length > 0 || (id === '') !== (adapter !== undefined)) throw new UserError(HELP);
  if (url === undefined && (key ?? storage) !== undefined)
    throw new UserError('--key and --storage need --url.');
  if (url !== undefined && !isWebAddress(url))
    throw new UserError(`--url takes an http or https address, not ${url}.`);
  const known = (url === undefined ? CHECKS : LIVE_CHECKS).map(({ rule }) => rule);
  const unknown = chosen.filter((rule) => !known.includes(rule));
  if (unknown.length > 0) {
    const where = url === undefined ? '' : ' for a live page';
    throw new UserError(
      `There is no rule ${unknown.join(', ')}${where}. The rules are: ${known.join(', ')}.`,
    );
  }
  if (adapter === undefined && !existsSync(join('src', 'adapters', id, 'definition.ts'))) {
    throw new UserError(`There is no src/adapters/${id}/definition.ts.`);
  }
  await setUp();
  const env = {
    ...(url === undefined ? {} : { STEWARD_PAGE_URL: url }),
    ...(key === undefined ? {} : { STEWARD_PAGE_KEY: key }),
    ...(storage === undefined ? {} : { STEWARD_PAGE_STORAGE: resolve(from, storage) }),
  };
  // Titles of the stories end with the name of their rule in brackets.
  const only = chosen.length === 0 ? [] : ['--grep', `\\((${chosen.join('|')})\\)`];
  const spec = 'tests/e2e/adapter-conformance.spec.ts';
  const run = (place: { folder: string; id: string }) =>
    runCommand('npx', ['playwright', 'test', '--project=chromium', spec, ...only], {
      cwd: place.folder,
      env: { STEWARD_ADAPTER: place.id, ...env },
    });
  return adapter === undefined ? run({ folder: ROOT, id }) : withAdapter(adapter, run);
}
