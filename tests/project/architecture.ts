import { posix } from 'node:path';
import { type ModuleImport, readModule, type SourceModule } from './read-module';

/** The project's own source texts by path relative to the repository's root. */
export type Sources = ReadonlyMap<string, string>;

/** A rule for the files whose path begins with `room`. Prefixes: a folder ends with a slash. */
interface RoomRule {
  room: string;
  /** Path prefixes of our modules that its files may import. */
  mayImport: readonly string[];
  /** Additionally, path prefixes that they may import types from. */
  mayImportTypes?: readonly string[];
  /** The only packages that they may import other than types from; all if missing. */
  packages?: readonly string[];
  /** Packages that they may not import, sub-paths included. */
  bannedPackages?: readonly string[];
  /** Names of globals that they may not use. */
  bannedNames?: readonly string[];
}

const BROWSER_PACKAGES = [...['wxt', 'webextension-polyfill'], ...['react', 'react-dom', 'dexie', 'openai']];
const OUTSIDE_WORLD = [
  ...['globalThis', 'self', 'window', 'document', 'chrome', 'browser', 'process'],
  ...['fetch', 'WebSocket', 'indexedDB', 'localStorage', 'crypto', 'performance'],
  ...['setTimeout', 'setInterval', 'Date.now', 'Math.random'],
];

/**
 * The values that schemas share with code without zod. The panel, the content script and pages' code import only types from the rest of
 * `src/schema/`, so that zod stays out of the panel's start and of pages.
 */
const SCHEMA_VALUES = 'src/schema/values/';

/** The import directions of docs/architecture.md: every direction points to the core, and from there to the schemas. */
const ROOM_RULES: readonly RoomRule[] = [
  // The build generates #texts from the catalogues.
  { room: SCHEMA_VALUES, mayImport: [SCHEMA_VALUES], packages: ['#texts'] },
  { room: 'src/schema/', mayImport: ['src/schema/'], packages: ['zod'] },
  {
    room: 'src/core/',
    mayImport: ['src/core/', 'src/schema/'],
    bannedPackages: BROWSER_PACKAGES,
    bannedNames: OUTSIDE_WORLD,
  },

  { room: 'src/texts/', mayImport: ['src/texts/', 'src/core/text/', SCHEMA_VALUES] },
  { room: 'src/messages/', mayImport: ['src/messages/', 'src/core/', 'src/schema/'] },
  { room: 'src/store/', mayImport: ['src/store/', 'src/core/', 'src/schema/'] },
  {
    room: 'src/page-host/',
    mayImport: ['src/page-host/', 'src/messages/', 'src/core/', SCHEMA_VALUES],
    mayImportTypes: ['src/schema/'],
  },
  { room: 'src/adapters/', mayImport: ['src/adapters/', 'src/core/', 'src/schema/'] },
  {
    room: 'src/background/',
    mayImport: [
      ...['src/background/', 'src/adapters/', 'src/store/', 'src/page-host/'],
      ...['src/messages/', 'src/texts/', 'src/core/', 'src/schema/'],
    ],
    bannedPackages: ['react', 'react-dom'],
  },
  // The database's code is loaded after the panel has started, so this alone imports it, dynamically.
  {
    room: 'src/panel/data/stored-data.ts',
    mayImport: ['src/store/queries.ts', 'src/store/watch.ts', SCHEMA_VALUES],
    bannedPackages: ['openai', 'dexie'],
  },
  {
    room: 'src/panel/kit/',
    mayImport: ['src/panel/', 'src/messages/', 'src/texts/', 'src/core/', SCHEMA_VALUES],
    mayImportTypes: ['src/schema/'],
    bannedPackages: ['openai', 'dexie'],
  },
  {
    room: 'src/panel/',
    mayImport: [
      ...['src/panel/', 'src/adapters/', 'src/messages/', 'src/texts/', 'src/core/', SCHEMA_VALUES],
      // Has the address of the list of issues.
      'package.json',
    ],
    mayImportTypes: ['src/schema/', 'src/store/db.ts', 'src/store/queries.ts', 'src/store/watch.ts'],
    bannedPackages: ['openai', 'dexie'],
  },
  {
    room: 'entrypoints/content/',
    mayImport: [
      ...['entrypoints/content/', 'src/adapters/page-halves.ts', 'src/page-host/', 'src/messages/'],
      ...['src/texts/', 'src/core/', SCHEMA_VALUES],
    ],
    mayImportTypes: ['src/schema/'],
  },
  { room: 'entrypoints/', mayImport: ['entrypoints/', 'src/'] },
  { room: 'playground/', mayImport: ['playground/'], bannedPackages: ['wxt', 'dexie', 'openai'] },
];

/** Stands for the files beside the folders, in the floors of a layered room. */
export const FILES_BESIDE = '*';

/** A room whose folders have an order. */
export interface LayeredRoom {
  /** The path prefix of its folders. */
  room: string;
  /**
   * Names of its folders, from the bottom up. A file may import what is in its own folder and on the floors below; several
   * folders on one floor don't import each other. A file beside the folders is on the floor that names it, else on that of
   * {@link FILES_BESIDE}.
   */
  floors: readonly (string | readonly string[])[];
}

export const LAYERED_ROOMS: readonly LayeredRoom[] = [
  {
    // The loop is on top; checkpoints and policy, which it uses, don't import it.
    room: 'src/core/',
    floors: [
      FILES_BESIDE,
      ...['text', 'records', 'ports', 'secrets', 'tools', 'prompts', 'adapter', 'context', 'llm'],
      ...['usage', 'history', 'logging', 'page-history', 'page-lock', 'audit', 'policy', 'checkpoints'],
      'daily',
      ...['side-requests', 'loop', 'targets'],
    ],
  },
  {
    // What the panel and the browser start is on top; compose.ts connects all parts, so no part imports it.
    room: 'src/background/',
    floors: [
      'clock.ts',
      ...['storage', 'sites', ['page', 'endpoint', 'usage', 'notifications']],
      ...['daily', 'model-check', 'panel-server', 'entry-points', FILES_BESIDE],
    ],
  },
  {
    // The features don't know each other: the shell, which knows all of them, passes one to another.
    room: 'src/panel/',
    floors: [
      ...['kit', 'data'],
      ['conversation', 'composer', 'approval', 'chats', 'settings', 'header', 'log'],
      'shell',
    ],
  },
];

/** Code that runs inside web pages: everything reachable from here must be small and hold no secrets. */
const PAGE_ROOTS = /^(src\/adapters\/([^/]+\/page|page-halves)\.ts|entrypoints\/content\/index\.ts)$/;
const PAGE_BANNED_PACKAGES = ['zod', 'react', 'react-dom', 'dexie', 'openai'];
const PAGE_BANNED_ROOMS = ['src/background/', 'src/panel/', 'src/store/'];

/** Test code in an adapter's folder, so that the folder is complete: the declaration for the conformance kit. */
const CONFORMANCE_FILE = /^src\/adapters\/[^/]+\/conformance\.ts$/;

/** The folder of a file that belongs to one adapter, or to the adapters' kit. */
const ADAPTER_FOLDER = /^src\/adapters\/[^/]+\//;
const ADAPTER_KIT = 'src/adapters/kit/';

const MAX_LINES = 400;

/** Every breach of the architecture, one sentence each; empty if there is none. */
export function architectureBreaches(sources: Sources): string[] {
  const modules = new Map([...sources].map(([path, text]) => [path, readModule(path, text)]));
  return [...modules.values()]
    .flatMap((module) => [
      ...(CONFORMANCE_FILE.test(module.path) ? [] : roomBreaches(module, sources)),
      ...layerBreaches(module, sources),
      ...adapterBreaches(module, sources),
      ...lengthBreaches(module),
    ])
    .concat(pageBreaches(modules, sources), cycleBreaches(modules, sources));
}

function roomBreaches(module: SourceModule, sources: Sources): string[] {
  const rule = ROOM_RULES.find(({ room }) => module.path.startsWith(room));
  if (rule === undefined) return [];
  const { mayImport, mayImportTypes = [], packages, bannedPackages = [], bannedNames = [] } = rule;
  const names = bannedNames.filter((name) => module.names.has(name));
  const imports = module.imports.filter((one) => {
    const target = resolveImport(module.path, one.specifier, sources);
    if (target === null) {
      const isOther = packages !== undefined && !one.typeOnly && !isAmong(one.specifier, packages);
      return isOther || isAmong(one.specifier, bannedPackages);
    }
    return !startsWithAny(target, mayImport) && !(one.typeOnly && startsWithAny(target, mayImportTypes));
  });
  return [
    ...imports.map(({ specifier }) => `${module.path} may not import ${specifier}`),
    ...names.map((name) => `${module.path} may not name ${name}`),
  ];
}

function layerBreaches({ path, imports }: SourceModule, sources: Sources): string[] {
  const layered = LAYERED_ROOMS.find(({ room }) => path.startsWith(room));
  if (layered === undefined) return [];
  const own = placeIn(layered, path);
  if (own.floor === -1) return [`${path} is in no known folder of ${layered.room}`];
  const breaches = imports.filter(({ specifier }) => {
    const target = resolveImport(path, specifier, sources);
    if (target === null || !target.startsWith(layered.room)) return false;
    const other = placeIn(layered, target);
    return other.name !== own.name && other.floor >= own.floor;
  });
  return breaches.map(({ specifier }) => `${path} may not import ${specifier}, which isn’t below it`);
}

/** An adapter's folder imports itself and the kit only, so that each can be kept elsewhere; the kit imports no adapter. */
function adapterBreaches({ path, imports }: SourceModule, sources: Sources): string[] {
  const [folder] = ADAPTER_FOLDER.exec(path) ?? [];
  if (folder === undefined) return [];
  const breaches = imports.filter(({ specifier }) => {
    const target = resolveImport(path, specifier, sources);
    return target?.startsWith('src/adapters/') === true && !startsWithAny(target, [folder, ADAPTER_KIT]);
  });
  return breaches.map(({ specifier }) => `${path} may not import ${specifier}, which is another adapter’s`);
}

/** The name among a layered room's floors that a file belongs to, and the index of its floor; -1 if none names it. */
function placeIn({ room, floors }: LayeredRoom, path: string): { name: string; floor: number } {
  const [first = '', ...rest] = path.slice(room.length).split('/');
  const floorOf = (name: string) => floors.findIndex((floor) => [floor].flat().includes(name));
  const name = rest.length === 0 && floorOf(first) === -1 ? FILES_BESIDE : first;
  return { name, floor: floorOf(name) };
}

function lengthBreaches({ path, lineCount }: SourceModule): string[] {
  return lineCount > MAX_LINES ? [`${path} has ${lineCount} lines, more than ${MAX_LINES}`] : [];
}

function pageBreaches(modules: ReadonlyMap<string, SourceModule>, sources: Sources): string[] {
  const roots = [...modules.keys()].filter((path) => PAGE_ROOTS.test(path));
  return roots.flatMap((root) =>
    [...reachable(root, modules, sources)].flatMap((path) => {
      const packages = runTimeImports(modules.get(path)).filter(({ specifier }) =>
        isAmong(specifier, PAGE_BANNED_PACKAGES),
      );
      return [
        ...packages.map(({ specifier }) => `${root} reaches ${specifier} through ${path}`),
        ...(startsWithAny(path, PAGE_BANNED_ROOMS) ? [`${root} reaches ${path}`] : []),
      ];
    }),
  );
}

/**
 * A module that reaches itself is in a cycle, type imports included. Each module of a cycle is reported by
 * itself; removing one import resolves all of them.
 */
function cycleBreaches(modules: ReadonlyMap<string, SourceModule>, sources: Sources): string[] {
  const next = new Map([...modules].map(([path, { imports }]) => [path, pathsOf(path, imports, sources)]));
  const reaches = (from: string, goal: string) => {
    const seen = new Set(next.get(from));
    for (const path of seen) for (const further of next.get(path) ?? []) seen.add(further);
    return seen.has(goal);
  };
  return [...modules.keys()]
    .filter((path) => reaches(path, path))
    .map((path) => `${path} is in a cycle of imports`);
}

/** The module and everything that it loads at run time. */
function reachable(root: string, modules: ReadonlyMap<string, SourceModule>, sources: Sources): Set<string> {
  const seen = new Set([root]);
  for (const path of seen) {
    for (const next of targets(path, modules, sources)) seen.add(next);
  }
  return seen;
}

function targets(path: string, modules: ReadonlyMap<string, SourceModule>, sources: Sources): string[] {
  return pathsOf(path, runTimeImports(modules.get(path)), sources);
}

function pathsOf(path: string, imports: readonly ModuleImport[], sources: Sources): string[] {
  return imports.flatMap(({ specifier }) => resolveImport(path, specifier, sources) ?? []);
}

function runTimeImports(module: SourceModule | undefined): ModuleImport[] {
  return module?.imports.filter(({ typeOnly }) => !typeOnly) ?? [];
}

/**
 * The path of the source that an import refers to, or null for a package. An import of ours without a known
 * source (e.g. a style sheet) resolves to its own path.
 */
function resolveImport(from: string, specifier: string, sources: Sources): string | null {
  const path = specifier.startsWith('@/')
    ? specifier.slice('@/'.length)
    : specifier.startsWith('.')
      ? posix.join(posix.dirname(from), specifier)
      : null;
  if (path === null) return null;
  const stem = path.replace(/\.js$/, '');
  const candidates = [path, `${stem}.ts`, `${stem}.tsx`, `${path}/index.ts`];
  return candidates.find((candidate) => sources.has(candidate)) ?? path;
}

function startsWithAny(path: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => path.startsWith(prefix));
}

function isAmong(specifier: string, packages: readonly string[]): boolean {
  return packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}
