import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadTypeScript } from './load-typescript.mjs';
import { parseCommandLine } from './parse-command-line.mjs';
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { checkNode, ensurePackages, ROOT } from './set-up.mjs';

const HELP = `Usage: npm run docs [-- --build | --errors]

Serves the documents as a site, at the address that it prints, and shows their changes at once. The site's generator is a package of
its own in site/, which the first use installs.

  --build    writes the site to docs-site/ instead, for any server of files
  --errors   writes docs/errors.md from the texts and the sources, and needs no generator`;

const SITE = join(ROOT, 'site');

/** Runs `npm run docs`. */
await runMain(async () => {
  const options = { build: { type: 'boolean' }, errors: { type: 'boolean' } };
  const given = parseCommandLine(process.argv.slice(2), HELP, { options });
  if (given === null) return 0;
  if (given.values.errors) return writeErrors();
  checkNode(process.versions.node);
  await ensurePackages(SITE);
  const generator = join(SITE, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  return runCommand(process.execPath, [generator, given.values.build ? 'build' : 'dev', SITE], { cwd: SITE });
});

async function writeErrors() {
  const { ERRORS_DOCUMENT, errorsDocument } = await loadTypeScript('scripts/docs/errors-document.ts');
  writeFileSync(join(ROOT, ERRORS_DOCUMENT), errorsDocument(ROOT));
  return 0;
}
