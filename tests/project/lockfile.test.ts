import { readFileSync } from 'node:fs';
import { minVersion, satisfies } from 'semver';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  /** Address of the file that npm installs. */
  resolved?: string;
  /** True for the builds of a package for other systems. */
  optional?: boolean;
  engines?: { node?: string };
}

const FOLDER = 'node_modules/';

/** The packages of a lockfile by their paths. */
function packagesOf(lockfile: string): Record<string, LockedPackage> {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

/** The places where Node looks for `name` from the package at `path`, innermost first. */
function candidates(path: string, name: string): string[] {
  const end = path.lastIndexOf(FOLDER);
  const here = `${path === '' ? '' : `${path}/`}${FOLDER}${name}`;
  return path === '' ? [here] : [here, ...candidates(path.slice(0, Math.max(0, end - 1)), name)];
}

describe.each(['package-lock.json', 'site/package-lock.json'])('the lockfile %s', (lockfile) => {
  const packages = packagesOf(lockfile);

  // npm ci rejects a lockfile without the packages of other systems, and npm omits those that it can't reach.
  it('has an entry for every dependency, those for other systems included', () => {
    const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !candidates(path, name).some((candidate) => Object.hasOwn(packages, candidate)))
        .map((name) => `${path} needs ${name}`),
    );
    expect(missing).toEqual([]);
  });

  // npm only warns about a package that doesn't support the running version of Node.
  it('has no package that requires a newer Node than package.json promises', () => {
    const promised: string = JSON.parse(readFileSync('package.json', 'utf8')).engines.node;
    const oldest = minVersion(promised) ?? '';
    const unsupported = Object.entries(packages).flatMap(([path, { engines, optional }]) =>
      optional || satisfies(oldest, engines?.node ?? '*') ? [] : [`${path} requires ${engines?.node}`],
    );
    expect(unsupported).toEqual([]);
  });

  // npm then takes each package from the registry that the user has configured.
  it('has no address of a registry', () => {
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
