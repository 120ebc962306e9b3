import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect } from 'vitest';
import { copyCheckout } from '@/scripts/adapter/checkout-with';
import { projectFiles } from '@/scripts/kit/project-files.mjs';

/** Answers for the scaffold of an adapter. */
export const ANSWERS = Object.entries({
  ...{ title: 'Hourly limits', match: 'https://admin.example/limits*', kind: 'dom' },
  ...{ changes: 'live', identity: 'site', noun: 'limit', value: 'number' },
}).flatMap(([name, answer]) => [`--${name}`, answer]);

/** The id of the adapter that {@link Workplace.adapter} makes. */
export const ADAPTER_ID = 'hourly-limits';

/** A copy of the checkout with its builds, and a Git clone of its own with one commit, in which commands may write. */
export interface Workplace {
  readonly folder: string;
  /** A folder outside of the copy, for output. */
  readonly outside: string;
  /** The text of a file of the copy. */
  read(path: string): string;
  has(path: string): boolean;
  /** The changed and new files of the copy, as `git status` lists them. */
  changes(): string;
  /** Runs an npm script. Resolves with its exit code, -1 after `until` has stopped it, and its output. */
  run(
    script: string,
    args: readonly string[],
    until: ((printed: () => string) => Promise<void>) | null,
  ): Promise<{ exitCode: number; printed: string }>;
  /** The folder of an adapter outside of the copy, which the first call makes. */
  adapter(): Promise<string>;
  /** Undoes all changes of the copy. */
  restore(): void;
  remove(): void;
}

/** Makes a copy of this checkout. Its builds have to be there: `npm test` makes them first. */
export function createWorkplace(): Workplace {
  const parent = mkdtempSync(join(tmpdir(), 'steward-commands-'));
  const folder = join(parent, 'checkout');
  const outside = join(parent, 'outside');
  copyCheckout(folder);
  cpSync('dist', join(folder, 'dist'), { recursive: true });
  // What an earlier development build left must not pass for that of the command.
  rmSync(join(folder, 'dist', 'chrome-mv3-adapters'), { recursive: true, force: true });
  const generator = join('site', 'node_modules');
  if (existsSync(generator)) symlinkSync(resolve(generator), join(folder, generator), 'junction');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('add', '--all');
  const author = ['-c', 'user.name=Commands', '-c', 'user.email=commands@steward.invalid'];
  git(...author, 'commit', '--quiet', '--message', 'The checkout');

  const run: Workplace['run'] = async (script, args, until) => {
    const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
      cwd: folder,
      env: environment(folder),
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that a signal reaches all programs of the command.
      detached: true,
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    const closed = once(child, 'close');
    if (until === null) {
      const [code] = await closed;
      return { exitCode: Number(code), printed: stripVTControlCharacters(printed) };
    }
    const ended = closed.then(() => {
      throw new Error(`The command ended by itself:\n${printed}`);
    });
    try {
      await Promise.race([until(() => printed), ended]);
    } finally {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    }
    ended.catch(() => undefined); // It is meant to end now.
    await closed;
    return { exitCode: -1, printed: stripVTControlCharacters(printed) };
  };

  let made: Promise<string> | null = null;
  const makeAdapter = async () => {
    const path = join(outside, ADAPTER_ID);
    const { exitCode, printed } = await run('new-adapter', ['--folder', path, ...ANSWERS], null);
    expect(exitCode, printed).toBe(0);
    for (const [name, text] of Object.entries(projectFiles(ADAPTER_ID, '*'))) {
      writeFileSync(join(path, name), text);
    }
    symlinkSync(folder, join(path, 'steward'), 'junction');
    return path;
  };

  return {
    folder,
    outside,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    has: (path) => existsSync(join(folder, path)),
    changes: () => git('status', '--porcelain', '--untracked-files=all'),
    run,
    adapter() {
      made ??= makeAdapter();
      return made;
    },
    restore() {
      git('reset', '--quiet', '--hard');
      git('clean', '--quiet', '--force', '-d');
    },
    remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}

/** The environment of a command: that of a terminal instead of the test runner's, with the builds of the copy. */
function environment(folder: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|FORCE_COLOR$|NODE_ENV$|TEST$|MODE$|npm_)/.test(name),
  );
  return {
    ...Object.fromEntries(own),
    STEWARD_BUILDS: join(folder, 'dist'),
    PROPERTY_SEED: '1',
    NO_COLOR: '1',
  };
}
