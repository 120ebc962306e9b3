import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { zipSync } from 'fflate';
import { ROOT, setUp } from '../set-up.mjs';
import { kitPackages, type PackageFile } from './kit-packages';

/** Folder of the packages, from the root. */
export const RELEASE_FOLDER = 'release';
/** File of that folder with the packages' checksums. */
export const CHECKSUMS = 'SHA256SUMS';
/** The folder in the package for *Load unpacked*. */
export const UNPACKED_FOLDER = 'steward';

/** Runs `npm run package`. */
export async function packageBuilds(): Promise<void> {
  await setUp(null, ['build', 'build:firefox']);
  writePackages(ROOT);
}

/**
 * Writes the packages of the builds in dist/ to release/, and their checksums, as `sha256sum --check` reads them. Prints them. The
 * sources, for the reviewers of stores, and the npm packages, which have them too, are written in a Git clone only. The same sources
 * give the same bytes on each machine.
 */
function writePackages(root: string): void {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const builds = buildPackages(join(root, 'dist'), version);
  const release = join(root, RELEASE_FOLDER);
  rmSync(release, { recursive: true, force: true });
  mkdirSync(release);
  const lines = [...builds, ...sourcePackages(root, version)].map(({ name, bytes }) => {
    writeFileSync(join(release, name), bytes);
    console.log(`${RELEASE_FOLDER}/${name}: ${bytes.length.toLocaleString('en')} bytes`);
    return `${createHash('sha256').update(bytes).digest('hex')}  ${name}`;
  });
  writeFileSync(join(release, CHECKSUMS), `${lines.join('\n')}\n`);
  console.log(lines.join('\n'));
}

/**
 * The packages of the builds in a folder. The Chrome Web Store and Firefox read the manifest at the root of a ZIP file. A user of Chrome
 * unpacks one and loads the folder in it, so that file has the same folder in each version: a new version replaces the one before.
 */
export function buildPackages(folder: string, version: string): PackageFile[] {
  const pack = (browser: 'chrome' | 'firefox', suffix: string, top: string) => {
    const build = join(folder, `${browser}-mv3`);
    const name = `steward-${version}-${browser}${suffix}.zip`;
    return { name, bytes: packedIn(top, build, filePaths(build)) };
  };
  return [pack('chrome', '', ''), pack('chrome', '-load-unpacked', UNPACKED_FOLDER), pack('firefox', '', '')];
}

/** The packages that have the sources; none outside a Git clone. */
export function sourcePackages(root: string, version: string): PackageFile[] {
  const paths = sourcePaths(root);
  if (paths === null) {
    console.log('No packages with the sources: this folder is no Git clone.');
    return [];
  }
  const bytes = packed(root, paths);
  return [{ name: `steward-${version}-sources.zip`, bytes }, ...kitPackages(root, bytes)];
}

/** A ZIP file of these files, paths from `folder`. The order of the paths and the times of the files don't matter. */
export function packed(folder: string, paths: readonly string[]): Uint8Array {
  return packedIn('', folder, paths);
}

/** As {@link packed}, with the files in a folder of this name; none if it is empty. */
export function packedIn(top: string, folder: string, paths: readonly string[]): Uint8Array {
  const files = [...paths]
    .sort()
    .map((path) => [posix.join(top, path), readFileSync(join(folder, path))] as const);
  // A ZIP file has times of the local clock: this one is the same in each time zone.
  return zipSync(Object.fromEntries(files), { mtime: new Date(1980, 0, 1), level: 9 });
}

/** Paths of all files in a folder, with slashes. */
export function filePaths(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'));
}

/** Paths of the files that a commit of the working tree would contain, or null outside a Git clone. */
function sourcePaths(root: string): string[] | null {
  if (!existsSync(join(root, '.git'))) return null;
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0');
  // A deleted file is listed until the deletion is committed.
  return listed.filter((path) => path !== '' && existsSync(join(root, path)));
}
