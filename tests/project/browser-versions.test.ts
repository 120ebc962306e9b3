import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OLDEST_VERSIONS } from '@/scripts/browser-versions';
import { type Browser, readCompat } from './compat-data';
import { newerManifestKeys, newerScriptFeatures, newerStyleFeatures } from './newer-features';
import { productionBuild } from './production-build';

const BUILD_TIMEOUT_MS = 60_000;
/** Parsing a whole build takes two seconds on an idle machine. */
const SCAN_TIMEOUT_MS = 60_000;
const BROWSERS = ['chrome', 'firefox'] as const;
const document = readFileSync('docs/browsers.md', 'utf8');

/** The features that docs/browsers.md accepts in a browser's build, each with a reason. */
function acceptedFeatures(browser: Browser): string[] {
  const [, section = ''] = document.split('## Newer features in the builds\n');
  const rows = (section.split('\n## ')[0] ?? '').matchAll(/^\| `(.+?)` \| ([^|]+) \| [^|]+ \|$/gm);
  return [...rows].flatMap(([, feature, browsers]) => (browsers?.includes(browser) ? [String(feature)] : []));
}

describe('the oldest versions of browsers', () => {
  it.each(['README.md', 'README.zh-CN.md', 'README.ja.md', 'docs/browsers.md'])('are in %s', (path) => {
    const text = readFileSync(path, 'utf8');
    const [, chrome] = /^\| Chrome[^|]+Chromium (\d+) [^|]+\|/m.exec(text) ?? [];
    const [, firefox] = /^\| Firefox (\d+) [^|]+\|/m.exec(text) ?? [];
    expect({ chrome: Number(chrome), firefox: Number(firefox) }).toEqual(OLDEST_VERSIONS);
  });
});

describe('the build', () => {
  const folders = new Map<Browser, string>();
  const removals: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    // One after the other: both builds write the project's generated types.
    for (const browser of BROWSERS) {
      const { path, remove } = await productionBuild(browser);
      folders.set(browser, path);
      removals.push(remove);
    }
  }, BUILD_TIMEOUT_MS);
  afterAll(async () => {
    for (const remove of removals) await remove();
  });

  it.each(BROWSERS)(
    'for %s uses only features of the oldest version, and those that docs/browsers.md explains',
    (browser) => {
      const folder = folders.get(browser) ?? '';
      const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      const read = (end: string) =>
        paths.filter((path) => path.endsWith(end)).map((path) => readFileSync(join(folder, path), 'utf8'));
      const compat = readCompat(browser, OLDEST_VERSIONS[browser]);
      const found = new Set([
        ...newerScriptFeatures(read('.js'), compat),
        ...read('.css').flatMap((text) => newerStyleFeatures(text, compat)),
        ...read('manifest.json').flatMap((text) => newerManifestKeys(JSON.parse(text), compat)),
      ]);
      expect([...found].sort()).toEqual(acceptedFeatures(browser).sort());
    },
    SCAN_TIMEOUT_MS,
  );

  it('for Firefox and for Chrome asks for the oldest version in its manifest', () => {
    const manifest = (browser: Browser): unknown =>
      JSON.parse(readFileSync(join(folders.get(browser) ?? '', 'manifest.json'), 'utf8'));
    expect(manifest('chrome')).toHaveProperty('minimum_chrome_version', `${OLDEST_VERSIONS.chrome}`);
    expect(manifest('firefox')).toHaveProperty(
      'browser_specific_settings.gecko.strict_min_version',
      `${OLDEST_VERSIONS.firefox}.0`,
    );
  });
});

describe('the check of builds', () => {
  it.each([
    ['Array.fromAsync', 'await Array.fromAsync(parts)', 'chrome', 120],
    ['Promise.try', 'Promise.try(run)', 'chrome', 127],
    ['.isSubsetOf', 'new Set(a).isSubsetOf(b)', 'chrome', 121],
    ['.toBase64', 'bytes().toBase64()', 'chrome', 139],
    ['Intl.DurationFormat', 'new Intl.DurationFormat(`en`)', 'chrome', 128],
    ['Temporal', 'Temporal.Now.instant()', 'chrome', 143],
    ['scheduler.yield', 'await scheduler.yield()', 'chrome', 128],
    ['navigator.userAgentData', 'navigator.userAgentData', 'chrome', 89],
    ['sidePanel.open', 'api.sidePanel.open({})', 'chrome', 115],
    ['AbortSignal.timeout', 'fetch(url, { signal: AbortSignal.timeout(5) })', 'chrome', 123],
    ['scrollend event', 'list.addEventListener(`scrollend`, go)', 'chrome', 113],
    ['<div popover>', 'jsx(`div`, { popover: `auto` })', 'chrome', 113],
  ] as const)('finds %s in a script', (feature, text, browser, version) => {
    expect(newerScriptFeatures([text], readCompat(browser, version))).toContain(feature);
    expect(newerScriptFeatures([text], readCompat(browser, version + 1))).not.toContain(feature);
  });

  it.each(['using file = open();', 'const time = /(?i:a)b/;'])('refuses syntax that is newer: %s', (text) => {
    expect(() => newerScriptFeatures([text], readCompat('chrome', 124))).toThrow(`at: ${text}`);
  });

  it.each([
    ['a member that one of the scripts defines', ['export const o = { toBase64() {} };', 'o.toBase64()']],
    ['a variable that the script declares', ['const Temporal = 1; use(Temporal);']],
    ['a member that another object of the platform has', ['list.map(go)']],
  ])('ignores %s', (_, texts) => {
    expect(newerScriptFeatures(texts, readCompat('chrome', 100))).toEqual([]);
  });

  it.each([
    ['field-sizing', 'textarea { field-sizing: content }', 'chrome', 122],
    [':has', 'p:has(a) { color: red }', 'chrome', 104],
    ['@starting-style', '@starting-style { p { opacity: 0 } }', 'chrome', 116],
    ['text-wrap: pretty', 'p { text-wrap: pretty }', 'chrome', 116],
    ['light-dark()', 'p { color: light-dark(red, blue) }', 'chrome', 122],
    ['@media (scripting)', '@media (scripting: none) { p { color: red } }', 'chrome', 119],
  ] as const)('finds %s in a style sheet', (feature, text, browser, version) => {
    expect(newerStyleFeatures(text, readCompat(browser, version))).toContain(feature);
    expect(newerStyleFeatures(text, readCompat(browser, version + 1))).not.toContain(feature);
  });

  it('finds a key and a permission in a manifest', () => {
    const manifest = { name: 'Steward', permissions: ['storage', 'sidePanel'], side_panel: {} };
    expect(newerManifestKeys(manifest, readCompat('chrome', 113))).toEqual([
      'permissions.sidePanel',
      'side_panel',
    ]);
    expect(newerManifestKeys(manifest, readCompat('chrome', 114))).toEqual([]);
  });
});
