import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectSources } from './project-sources';
import { readModule } from './read-module';

const PACKAGES = [
  'wxt',
  'react',
  'openai',
  'zod',
  'webextension-polyfill',
  'fast-json-patch',
  'dexie',
  'vitest',
  'playwright',
];

const PATHS = [
  'package.json',
  'wxt.config.ts',
  'entrypoints/background.ts',
  'entrypoints/content/',
  'entrypoints/sidepanel/',
  'src/core/',
  'src/adapters/',
  'tests/',
  'README.md',
];

const SOURCE_FOLDERS = ['src', 'entrypoints', 'playground', 'scripts', 'tests'];
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

/**
 * Every module that a source file imports at run time, and those that WXT's configuration lists as its
 * modules.
 */
const usedModules = [
  ...[...projectSources(SOURCE_FOLDERS)]
    .flatMap(([path, text]) => readModule(path, text).imports)
    .flatMap(({ specifier, typeOnly }) => (typeOnly ? [] : [specifier])),
  ...[...readFileSync('wxt.config.ts', 'utf8').matchAll(/'@wxt-dev\/([\w-]+)'/g)].map(([, name]) => name),
];

describe('the project’s dependencies', () => {
  it.each(PACKAGES)('pins %s to one version', (name) => {
    const version = { ...manifest.dependencies, ...manifest.devDependencies }[name];
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it.each(PACKAGES)('uses %s', (name) => {
    const users = usedModules.filter((module) => module === name || module?.startsWith(`${name}/`));
    expect(users).not.toEqual([]);
  });

  it.each(PATHS)('has %s', (path) => {
    expect(existsSync(path)).toBe(true);
  });
});
