import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const FOLDER = 'node_modules/';
const packages: Record<string, LockedPackage> = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
).packages;

/** The places where Node looks for `name` from the package at `path`, innermost first. */
function candidates(path: string, name: string): string[] {
  const end = path.lastIndexOf(FOLDER);
  const here = `${path === '' ? '' : `${path}/`}${FOLDER}${name}`;
  return path === '' ? [here] : [here, ...candidates(path.slice(0, Math.max(0, end - 1)), name)];
}

describe('the lockfile', () => {
  // npm ci rejects a lockfile without the packages of other systems, and npm omits those that it can't reach.
  it('has an entry for every dependency, those for other systems included', () => {
    const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !candidates(path, name).some((candidate) => Object.hasOwn(packages, candidate)))
        .map((name) => `${path} needs ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
