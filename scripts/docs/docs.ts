import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCommandLine } from '../parse-command-line.mjs';
import { runCommand } from '../run-command.mjs';
import { ensurePackages, ROOT } from '../set-up.mjs';
import { ERRORS_DOCUMENT, errorsDocument } from './errors-document';

const HELP = `Usage: npm run docs [-- --build | --errors]

Serves the documents as a site, at the address that it prints, and shows their changes at once. The site's generator is a package of
its own in site/, which the first use installs.

  --build    writes the site to docs-site/ instead, for any server of files
  --errors   writes docs/errors.md from the texts and the sources, and needs no generator`;

const SITE = join(ROOT, 'site');

/** Runs `npm run docs` with these arguments. Resolves with the exit code. */
export async function docs(args: string[]): Promise<number> {
  const options = { build: { type: 'boolean' }, errors: { type: 'boolean' } } as const;
  const given = parseCommandLine(args, HELP, { options });
  if (given === null) return 0;
  if (given.values.errors) {
    writeFileSync(ERRORS_DOCUMENT, errorsDocument(ROOT));
    return 0;
  }
  await ensurePackages(SITE);
  const generator = join(SITE, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  const command = given.values.build ? 'build' : 'dev';
  return runCommand(process.execPath, [generator, command, SITE], { cwd: SITE });
}
