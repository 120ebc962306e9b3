import { describe, expect, it } from 'vitest';
import { architectureBreaches, FILES_BESIDE, LAYERED_ROOMS } from './architecture';
import { projectSources } from './project-sources';

describe('the architecture', () => {
  it('has no breach in any source file', () => {
    const sources = projectSources(['src', 'entrypoints', 'playground']);
    expect(sources.size).toBeGreaterThan(20);
    expect(architectureBreaches(sources)).toEqual([]);
  });
});

describe('the check of the architecture', () => {
  it.each<[string, Record<string, string>, string]>([
    [
      'a package of the browser in the core',
      { 'src/core/a.ts': `import { browser as b } from 'wxt/browser'; b;` },
      'src/core/a.ts may not import wxt/browser',
    ],
    [
      'another room in the core, even for a type',
      { 'src/core/a.ts': `import type { B } from '@/src/store/b';`, 'src/store/b.ts': 'export type B = 1;' },
      'src/core/a.ts may not import @/src/store/b',
    ],
    ['the network in the core', { 'src/core/a.ts': `void fetch('x');` }, 'src/core/a.ts may not name fetch'],
    [
      'the database in the core',
      { 'src/core/a.ts': `export const open = () => indexedDB.open('x');` },
      'src/core/a.ts may not name indexedDB',
    ],
    [
      'the clock in the core',
      { 'src/core/a.ts': 'export const now = (): number => Date.now();' },
      'src/core/a.ts may not name Date.now',
    ],
    [
      'the page in the core',
      { 'src/core/a.ts': `export const title = (): string => document.title;` },
      'src/core/a.ts may not name document',
    ],
    [
      'the background in the panel',
      {
        'src/panel/kit/a.tsx': `export { b } from '@/src/background/b';`,
        'src/background/b.ts': 'export const b = 1;',
      },
      'src/panel/kit/a.tsx may not import @/src/background/b',
    ],
    [
      'the panel in the background, loaded late',
      {
        'src/background/b.ts': `void import('../panel/kit/a');`,
        'src/panel/kit/a.tsx': 'export const a = <p />;',
      },
      'src/background/b.ts may not import ../panel/kit/a',
    ],
    [
      'the database in the panel, when more than its types',
      {
        'src/panel/data/a.ts': `import { db } from '@/src/store/db'; db;`,
        'src/store/db.ts': 'export const db = 1;',
      },
      'src/panel/data/a.ts may not import @/src/store/db',
    ],
    [
      'the database in the panel’s kit, even its types',
      {
        'src/panel/kit/a.ts': `import type { Row } from '@/src/store/db';`,
        'src/store/db.ts': 'export type Row = 1;',
      },
      'src/panel/kit/a.ts may not import @/src/store/db',
    ],
    [
      'messages that know the store',
      { 'src/messages/a.ts': `import '../store/db';`, 'src/store/db.ts': '' },
      'src/messages/a.ts may not import ../store/db',
    ],
    [
      'the extension in the playground',
      { 'playground/a.ts': `import type { A } from '@/src/core/a';`, 'src/core/a.ts': 'export type A = 1;' },
      'playground/a.ts may not import @/src/core/a',
    ],
    [
      'the playground in the extension',
      { 'src/adapters/x/page.ts': `import '@/playground/a';`, 'playground/a.ts': '' },
      'src/adapters/x/page.ts may not import @/playground/a',
    ],
    [
      'zod on the way of a page half',
      {
        'src/adapters/x/page.ts': `import './rules';`,
        'src/adapters/x/rules.ts': `import { z } from 'zod'; z;`,
      },
      'src/adapters/x/page.ts reaches zod through src/adapters/x/rules.ts',
    ],
    [
      'a schema in the panel, when more than its type',
      {
        'src/panel/a.ts': `import { chatSchema } from '@/src/schema/chat'; chatSchema;`,
        'src/schema/chat.ts': `import { z } from 'zod'; export const chatSchema = z.object({});`,
      },
      'src/panel/a.ts may not import @/src/schema/chat',
    ],
    [
      'a schema in the page host, when more than its type',
      {
        'src/page-host/a.ts': `import { chatSchema } from '@/src/schema/chat'; chatSchema;`,
        'src/schema/chat.ts': `import { z } from 'zod'; export const chatSchema = z.object({});`,
      },
      'src/page-host/a.ts may not import @/src/schema/chat',
    ],
    [
      'a schema in the content script, when more than its type',
      {
        'entrypoints/content/a.ts': `import { chatSchema } from '@/src/schema/chat'; chatSchema;`,
        'src/schema/chat.ts': `import { z } from 'zod'; export const chatSchema = z.object({});`,
      },
      'entrypoints/content/a.ts may not import @/src/schema/chat',
    ],
    [
      'a schema in a page half, when more than its type',
      {
        'src/adapters/x/page.ts': `import { chatSchema } from '@/src/schema/chat'; chatSchema;`,
        'src/schema/chat.ts': `import { z } from 'zod'; export const chatSchema = z.object({});`,
      },
      'src/adapters/x/page.ts reaches zod through src/schema/chat.ts',
    ],
    [
      'the core in a schema, even for a type',
      { 'src/schema/a.ts': `import type { B } from '@/src/core/b';`, 'src/core/b.ts': 'export type B = 1;' },
      'src/schema/a.ts may not import @/src/core/b',
    ],
    [
      'another package than zod in a schema',
      { 'src/schema/a.ts': `import { compare } from 'fast-json-patch'; compare;` },
      'src/schema/a.ts may not import fast-json-patch',
    ],
    [
      'zod in the values that code without zod shares with the schemas',
      { 'src/schema/values/a.ts': `import { z } from 'zod'; z;` },
      'src/schema/values/a.ts may not import zod',
    ],
    [
      'a schema in the values, even for a type',
      {
        'src/schema/values/a.ts': `import type { Chat } from '../chat';`,
        'src/schema/chat.ts': 'export type Chat = 1;',
      },
      'src/schema/values/a.ts may not import ../chat',
    ],
    [
      'another adapter in an adapter, even for a type',
      {
        'src/adapters/x/definition.ts': `import type { Rule } from '../y/rules';`,
        'src/adapters/y/rules.ts': 'export type Rule = 1;',
      },
      'src/adapters/x/definition.ts may not import ../y/rules, which is another adapter’s',
    ],
    [
      'an adapter in the adapters’ kit',
      {
        'src/adapters/kit/rules/a.ts': `import { b } from '../../x/b'; b;`,
        'src/adapters/x/b.ts': 'export const b = 1;',
      },
      'src/adapters/kit/rules/a.ts may not import ../../x/b, which is another adapter’s',
    ],
    [
      'test code in an adapter',
      {
        'src/adapters/x/definition.ts': `import { site } from '@/tests/conformance/adapter-case'; site;`,
        'tests/conformance/adapter-case.ts': 'export const site = 1;',
      },
      'src/adapters/x/definition.ts may not import @/tests/conformance/adapter-case',
    ],
    [
      'a cycle',
      {
        'src/core/a.ts': `import { b } from './b'; export const a = (): number => b();`,
        'src/core/b.ts': `import { a } from './a'; export const b = (): number => a();`,
      },
      'src/core/a.ts is in a cycle of imports',
    ],
    [
      'a cycle of types only',
      {
        'src/core/a.ts': `import type { B } from './b'; export type A = B;`,
        'src/core/b.ts': `import { type A } from './a'; export type B = A;`,
      },
      'src/core/b.ts is in a cycle of imports',
    ],
    [
      'a file without end',
      { 'src/core/a.ts': '//\n'.repeat(401) },
      'src/core/a.ts has 401 lines, more than 400',
    ],
  ])('finds %s', (_, files, breach) => {
    expect(architectureBreaches(new Map(Object.entries(files)))).toContain(breach);
  });

  it.each<[string, Record<string, string>]>([
    [
      'a page half that takes only a type from a file with zod',
      {
        'src/adapters/x/page.ts': `import type { Rule } from './definition'; export type R = Rule;`,
        'src/adapters/x/definition.ts': `import { z } from 'zod'; export type Rule = z.ZodType;`,
      },
    ],
    [
      'an adapter that takes from its own folders and from the kit',
      {
        'src/adapters/x/tools/a.ts': `import '../b'; import '@/src/adapters/kit/c';`,
        'src/adapters/x/b.ts': '',
        'src/adapters/kit/c.ts': '',
      },
    ],
    [
      'the types of the database in the panel',
      {
        'src/panel/data/a.ts': `import type { Row } from '@/src/store/db';`,
        'src/store/db.ts': 'export type Row = 1;',
      },
    ],
    [
      'the types of the schemas in the panel, in the page host and in the content script, and their values',
      Object.fromEntries([
        ['src/schema/chat.ts', `import { z } from 'zod'; export type Chat = z.ZodType;`],
        ['src/schema/values/theme.ts', `export const THEMES = ['dark'];`],
        ...[
          'src/panel/kit/a.ts',
          'src/panel/data/a.ts',
          'src/page-host/a.ts',
          'entrypoints/content/index.ts',
        ].map((path) => [
          path,
          `import type { Chat } from '@/src/schema/chat'; import { THEMES } from '@/src/schema/values/theme'; THEMES;`,
        ]),
      ]),
    ],
    [
      'the types of another package in a schema',
      { 'src/schema/a.ts': `import type { Operation } from 'fast-json-patch';` },
    ],
    [
      'test code in an adapter’s declaration for the conformance kit',
      {
        'src/adapters/x/conformance.ts': `import { site } from '@/tests/conformance/adapter-case'; site;`,
        'tests/conformance/adapter-case.ts': 'export const site = 1;',
      },
    ],
    [
      'properties that are called like the outside world',
      { 'src/core/a.ts': `export const at = { document: 1 }.document;` },
    ],
    [
      'types that are called like the outside world',
      { 'src/core/a.ts': `export type Deps = { fetch: typeof fetch };` },
    ],
  ])('accepts %s', (_, files) => {
    expect(architectureBreaches(new Map(Object.entries(files)))).toEqual([]);
  });
});

describe.each(LAYERED_ROOMS)('the check of the directions inside $room', ({ room, floors }) => {
  const names = floors.map((floor) => [floor].flat());
  /** A file of this folder, or beside the folders. */
  const fileOf = (name: string) => {
    if (/\.tsx?$/.test(name)) return `${room}${name}`;
    return name === FILES_BESIDE ? `${room}odd.ts` : `${room}${name}/a.ts`;
  };
  const upwards = names.flatMap((lower, index) =>
    lower.flatMap((from) => (names[index + 1] ?? []).map((to): [string, string] => [from, to])),
  );
  const sideways = names.flatMap((floor) =>
    floor.flatMap((from) => floor.flatMap((to): [string, string][] => (from === to ? [] : [[from, to]]))),
  );

  it.each([...upwards, ...sideways])('finds %s importing %s, even for a type', (from, to) => {
    const specifier = `@/${fileOf(to).replace(/\.tsx?$/, '')}`;
    const sources = {
      [fileOf(from)]: `import type { B } from '${specifier}';`,
      [fileOf(to)]: 'export type B = 1;',
    };
    expect(architectureBreaches(new Map(Object.entries(sources)))).toEqual([
      `${fileOf(from)} may not import ${specifier}, which isn’t below it`,
    ]);
  });

  it.each(upwards)('accepts that %s is imported by %s', (from, to) => {
    const sources = {
      [fileOf(to)]: `import type { B } from '@/${fileOf(from).replace(/\.tsx?$/, '')}';`,
      [fileOf(from)]: 'export type B = 1;',
    };
    expect(architectureBreaches(new Map(Object.entries(sources)))).toEqual([]);
  });

  it('finds a folder that nobody placed', () => {
    expect(architectureBreaches(new Map([[`${room}unplaced/a.ts`, '']]))).toEqual([
      `${room}unplaced/a.ts is in no known folder of ${room}`,
    ]);
  });
});
