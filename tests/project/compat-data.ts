import { readFileSync } from 'node:fs';
import type { CompatData, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import type { OLDEST_VERSIONS } from '@/scripts/browser-versions';

export type Browser = keyof typeof OLDEST_VERSIONS;

/** MDN's data about one version of a browser. Nothing is known of a name that the data don't contain. */
export interface Compat {
  /** A feature of CSS, HTML or the manifest by its path, for example `css.properties.field-sizing`; null if it is unknown. */
  has(...path: string[]): boolean | null;
  /** A global variable, such as `Temporal`. */
  hasGlobal(name: string): boolean | null;
  /** A member of a global object, as in `Promise.try`, or of an extension's namespace, as in `sidePanel.open`. */
  hasMember(owner: string, name: string): boolean | null;
  /** A member of an unknown object: false if each object of the platform that has one of this name is newer, or got it later. */
  hasSomewhere(name: string): boolean | null;
  /** A function in a value of a style sheet. */
  hasStyleFunction(name: string): boolean | null;
}

const DATA: CompatData = JSON.parse(readFileSync('node_modules/@mdn/browser-compat-data/data.json', 'utf8'));

/** Interfaces of the global scopes. */
const SCOPES = ['Window', 'WorkerGlobalScope', 'ServiceWorkerGlobalScope'];

export function readCompat(browser: Browser, version: number): Compat {
  const isIn = ({ version_added, version_removed, flags, partial_implementation }: SimpleSupportStatement) =>
    typeof version_added === 'string' &&
    flags === undefined &&
    partial_implementation !== true &&
    Number.parseInt(version_added.replace('≤', ''), 10) <= version &&
    !(typeof version_removed === 'string' && Number.parseInt(version_removed, 10) <= version);
  function has(feature: Identifier | undefined): boolean | null {
    const support = feature?.__compat?.support[browser];
    if (support === undefined) return null;
    return [support].flat().some((one) => isIn(one));
  }
  const { api, webextensions, javascript } = DATA;
  const builtins = javascript.builtins ?? {};
  const namespaces = webextensions.api ?? {};
  const byName = new Map<string, boolean>();
  const globals = new Map<string, Identifier>();
  for (const scope of [builtins, api, ...SCOPES.map((name) => api[name])]) {
    for (const [name, feature] of membersOf(scope)) globals.set(name, feature);
  }
  const all = [builtins, builtins.Intl, builtins.Temporal, api, namespaces].flatMap((group) =>
    membersOf(group),
  );
  for (const [name, feature] of all.flatMap(([, owner]) => membersOf(owner))) {
    const isKnown = has(feature);
    if (isKnown !== null) byName.set(name, isKnown || byName.get(name) === true);
  }
  // The data leave out that a declaration has each property as a member.
  for (const [property, feature] of membersOf(DATA.css.properties)) {
    const name = property.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    byName.set(name, has(feature) === true || byName.get(name) === true);
  }
  const types = membersOf(DATA.css.types);
  const styleFunctions = new Map([...types.flatMap(([, type]) => membersOf(type)), ...types]);
  /** The members of a global object: `navigator` is a `Navigator`, and a name of an extension's API a namespace. */
  const membersOfGlobal = (owner: string) => [
    ...membersOf(namespaces[owner]),
    ...membersOf(builtins[owner]),
    ...membersOf(api[owner]),
    ...(globals.has(owner) ? membersOf(api[`${owner.charAt(0).toUpperCase()}${owner.slice(1)}`]) : []),
  ];
  return {
    has: (...path) =>
      has(path.reduce<Identifier | undefined>((at, name) => at?.[name], DATA as unknown as Identifier)),
    hasGlobal: (name) => has(globals.get(name)),
    hasMember: (owner, name) => has(new Map(membersOfGlobal(owner)).get(name)),
    hasStyleFunction: (name) => has(styleFunctions.get(name)),
    hasSomewhere: (name) => byName.get(name) ?? null,
  };
}

/** The members of an interface; static ones have a suffix in the data. */
function membersOf(owner: Identifier | undefined): [name: string, feature: Identifier][] {
  const names = Object.keys(owner ?? {}).filter((name) => name !== '__compat');
  return names.flatMap((name) => {
    const feature = owner?.[name];
    return feature === undefined ? [] : [[name.replace(/_static$/, ''), feature]];
  });
}
