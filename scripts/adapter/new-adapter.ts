import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { runCommand } from '../run-command.mjs';
import { UserError } from '../user-error.mjs';
import { REGISTRIES } from './add-entries';
import { readAnswers } from './read-answers';
import { renderTemplate, templateFiles } from './render-template';
import type { NewAdapter } from './template-kinds';

const ADAPTERS = join('src', 'adapters');

/**
 * Runs `npm run new-adapter` with these arguments. With `--folder`, writes the adapter to that folder, whose name is its id, and
 * registers nothing. Resolves with the exit code.
 */
export async function newAdapter(args: string[]): Promise<number> {
  const at = args.indexOf('--folder');
  if (at === -1) return writeNew(args, null);
  const [folder] = args.slice(at + 1);
  if (folder === undefined) throw new UserError('--folder needs the folder of the new adapter.');
  const others = [...args.slice(0, at), ...args.slice(at + 2)];
  return writeNew(['--id', basename(folder), ...others], folder);
}

async function writeNew(args: string[], outside: string | null): Promise<number> {
  const adapter = await answersFor(args);
  if (adapter === null) return 0;
  if (outside === null) {
    await writeAdapter(adapter, REGISTRIES);
    console.log(nextSteps(adapter));
    return 0;
  }
  const taken = templateFiles(adapter.kind).find((name) => existsSync(join(outside, name)));
  if (taken !== undefined) throw new UserError(`${outside} has a ${taken} already.`);
  // Written and formatted inside, where the formatter's configuration holds.
  const inside = await writeAdapter(adapter, {});
  cpSync(inside, outside, { recursive: true });
  rmSync(inside, { recursive: true });
  console.log(`\nWritten: ${outside}\n\n${fileNotes(adapter)}`);
  return 0;
}

async function answersFor(args: string[]): Promise<NewAdapter | null> {
  if (!process.stdin.isTTY) return readAnswers(args, null);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await readAnswers(args, (text) => terminal.question(`${text}: `));
  } finally {
    terminal.close();
  }
}

/**
 * Writes folder and entries, and reverts them after a failure. Computes everything before it writes the first file.
 * Resolves with the folder. Throws {@link UserError} if the id is taken.
 */
async function writeAdapter(adapter: NewAdapter, added: typeof REGISTRIES): Promise<string> {
  const folder = join(ADAPTERS, adapter.id);
  if (existsSync(folder)) throw new UserError(`${folder} exists already. Choose another --id, or remove it.`);
  const files = templateFiles(adapter.kind).map((name) => ({
    path: join(folder, name),
    text: renderTemplate(name, adapter),
  }));
  const registries = Object.entries(added).map(([path, add]) => {
    const before = readFileSync(path, 'utf8');
    return { path, before, text: add(before, adapter) };
  });
  try {
    mkdirSync(folder);
    for (const { path, text } of [...files, ...registries]) writeFileSync(path, text);
    const paths = [...files, ...registries].map(({ path }) => path);
    const exitCode = await runCommand('npx', ['biome', 'check', '--write', '--log-level=error', ...paths], {
      cwd: '.',
    });
    if (exitCode !== 0) throw new Error('The new files could not be formatted; see the output above.');
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    for (const { path, before } of registries) writeFileSync(path, before);
    throw error;
  }
  return folder;
}

/** The files that an author changes, with a description of each. */
const FILE_NOTES = `  definition.ts   what background and panel trust: schemas, tools, words for the model
  compute-call.ts the page's state, and what each call makes of it
  sign.ts         says which documents may be its pages
  page.ts         reads and changes the page
  texts.en.yml    what the user reads
  fixture.html    a page to try it on: replace it with one like yours
  conformance.ts  the fixture's server, and what the conformance kit tries on it
  the other files have functions that these use`;
const FORM_NOTES = FILE_NOTES.replace(/ {2}fixture[.]html.*\n/, '').replace(
  "the fixture's server",
  'pages like yours with their server',
);
const RULE_LIST_NOTES = `  rules.ts        the state, its lists of rules, which rules hide which models, and the tools
  definition.ts   what background and panel trust: words for the model, changes
  api.ts          the requests to the server, and its answers
  service.ts      the key, how lists are read and written, which rules are refused, previews and results
  sign.ts         says which documents may be its pages
  page.ts         recognizes the page
  texts.en.yml    what the user reads
  conformance.ts  a double of the server, and what the conformance kit tries on it`;

function fileNotes({ kind }: NewAdapter): string {
  if (kind === 'rule-list') return RULE_LIST_NOTES;
  return kind === 'form' ? FORM_NOTES : FILE_NOTES;
}

function nextSteps(adapter: NewAdapter): string {
  const { id, kind } = adapter;
  return `
Written: src/adapters/${id}/, with entries in
  ${Object.keys(REGISTRIES).join('\n  ')}

${fileNotes(adapter)}

  npm run test:adapter -- ${id}    tries it against every rule${
    // Its fixture has no server that the background reaches.
    kind === 'rule-list' ? '' : `\n  npm run try-adapter -- ${id}     opens the fixture page with the panel`
  }
  npm run check

docs/adapters.md has the tutorial, and what each failure means.`;
}
