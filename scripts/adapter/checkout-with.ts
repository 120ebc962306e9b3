import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { UserError } from '../user-error.mjs';
import { REGISTRIES } from './add-entries';
import { readAnswers } from './read-answers';

/** Folders of the checkout that no build needs. */
const LEFT_OUT = [
  ...['node_modules', 'site/node_modules', '.git', 'dist', 'release', 'docs-site', '.stryker-tmp'],
  ...['test-results', 'coverage', 'demo-output', 'bench-results', 'mutation-report', 'artifacts'],
].map((path) => join(path));

/** Entries in the folder of an adapter that are about its project: scripts/kit/create-steward-adapter.mjs writes most of them. */
const OF_PROJECT = [
  ...['node_modules', '.git', '.gitignore', 'steward', 'README.md'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
];

/** A copy of this checkout with an additional adapter. */
export interface CheckoutWithAdapter {
  folder: string;
  /** Id of the adapter, which is the name of its folder. */
  id: string;
  remove(): void;
}

/** Returns the id of the adapter in a folder, which is the folder's name. Throws {@link UserError} if it has no adapter or the id is taken. */
export function requireAdapter(path: string): string {
  const id = basename(resolve(path));
  for (const name of ['definition.ts', 'sign.ts', 'page.ts']) {
    if (!existsSync(join(path, name))) throw new UserError(`${path} is no adapter: it has no ${name}.`);
  }
  if (existsSync(join('src', 'adapters', id)))
    throw new UserError(`The id ${id} is taken: rename the folder.`);
  return id;
}

/**
 * Copies the checkout to a temporary folder and adds the adapter in the folder `path`, which is outside of the
 * repository. The checkout itself stays unchanged. Throws {@link UserError} if the folder contains no adapter or its id
 * is taken.
 */
export async function checkoutWith(path: string): Promise<CheckoutWithAdapter> {
  const id = requireAdapter(path);
  // Only checks the id, and chooses the entries by the kind; the other answers are placeholders.
  const kind = existsSync(join(path, 'service.ts')) ? 'rule-list' : 'dom';
  const answers = { title: id, match: 'https://any/*', kind, changes: 'live', identity: 'site' };
  const args = Object.entries({ id, ...answers }).flatMap(([name, answer]) => [`--${name}`, answer]);
  const adapter = await readAnswers(args, null);
  const folder = mkdtempSync(join(tmpdir(), 'steward-adapter-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    copyCheckout(folder);
    const projectPaths = OF_PROJECT.map((name) => join(path, name));
    cpSync(path, join(folder, 'src', 'adapters', id), {
      recursive: true,
      filter: (source) => !projectPaths.includes(source),
    });
    for (const [name, add] of Object.entries(REGISTRIES)) {
      const text = readFileSync(name, 'utf8');
      if (adapter !== null) writeFileSync(join(folder, name), add(text, adapter));
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, id, remove };
}

/** Copies the checkout's sources and its types to a folder, with a link to the installed packages. */
export function copyCheckout(folder: string): void {
  cpSync('.', folder, { recursive: true, filter: (source) => !LEFT_OUT.includes(source) });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
}

/** Runs `work` in a copy of this checkout with the additional adapter in the folder `path`. */
export async function withAdapter<Result>(
  path: string,
  work: (checkout: CheckoutWithAdapter) => Promise<Result>,
): Promise<Result> {
  const checkout = await checkoutWith(path);
  try {
    return await work(checkout);
  } finally {
    checkout.remove();
  }
}

/** Copies the build in the copy to the checkout. */
export function keepBuild({ folder }: CheckoutWithAdapter): void {
  cpSync(join(folder, 'dist'), 'dist', { recursive: true });
}
