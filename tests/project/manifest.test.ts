import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createContext, runInContext, runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { BYTE_LIMITS, compressedBytes, type Entry, lateParts } from '@/scripts/bench/bytes/entry-bytes';
import { IDENTITY } from '@/scripts/identity';
import { filePaths } from '@/scripts/release/packages';
import { readLanguages } from '@/scripts/texts/read-texts';
import { ADAPTER_IDS } from '@/src/adapters/kit/registry';
import { productionBuild } from './production-build';
import { startScripts } from './start-scripts';

const BUILD_TIMEOUT_MS = 60_000;
/** Ways to run text as code, which the extension's content security policy forbids. */
const RUNS_TEXT = /\beval\s*\(|\bnew\s+Function\b|\bFunction\s*\(\s*["'`]/;
let extension: string;
let firefoxExtension: string;

beforeAll(async () => {
  // One after the other: both builds write the project's generated types.
  const chrome = await productionBuild();
  const firefox = await productionBuild('firefox');
  extension = chrome.path;
  firefoxExtension = firefox.path;
  return async () => {
    await chrome.remove();
    await firefox.remove();
  };
}, BUILD_TIMEOUT_MS);

function manifest(browser: 'chrome' | 'firefox' = 'chrome'): Record<string, unknown> {
  const built = browser === 'chrome' ? extension : firefoxExtension;
  return JSON.parse(readFileSync(join(built, 'manifest.json'), 'utf8'));
}

/** Files that a package may contain. A test compares the languages, and the adapters’ scripts, with their lists. */
const PACKAGED = [
  /^(?:manifest\.json|policy-schema\.json|licenses\.txt|sidepanel\.html|options\.html|voice\.html|welcome\.html|background\.js|worker-start\.js|panel-start\.js)$/,
  /^(?:background-[a-z0-9-]+|content-scripts\/[a-z-]+|chunks\/[\w-]+)\.js$/,
  /^assets\/[\w-]+\.css$/,
  /^icons\/(?:16|32|48|128)\.png$/,
  /^_locales\/[a-z]{2}(?:_[A-Z]{2})?\/messages\.json$/,
  /^texts\/[a-z]{2}(?:-[A-Z]{2})?\.json$/,
];

describe('the production build of the extension', () => {
  it.each(['chrome', 'firefox'] as const)(
    'consists of scripts, styles, texts and icons that it uses, in %s',
    (browser) => {
      const built = browser === 'chrome' ? extension : firefoxExtension;
      const paths = filePaths(built);
      expect(paths.filter((path) => !PACKAGED.some((pattern) => pattern.test(path)))).toEqual([]);
      const texts = paths
        .filter((path) => /\.(?:html|js|json)$/.test(path))
        .map((path) => ({ path, text: readFileSync(join(built, path), 'utf8') }));
      const parts = paths.filter((path) => /^(?:chunks|assets)\/|^background-/.test(path));
      expect(parts.length).toBeGreaterThan(50);
      const isUsed = (part: string) =>
        texts.some(({ path, text }) => path !== part && text.includes(basename(part)));
      expect(parts.filter((part) => !isUsed(part))).toEqual([]);
      const languages = readLanguages(process.cwd());
      expect(paths.filter((path) => path.startsWith('texts/'))).toHaveLength(languages.length);
      expect(paths.filter((path) => path.startsWith('_locales/'))).toHaveLength(languages.length);
    },
  );

  it('has ids of its own, the same in each folder and version', () => {
    expect(manifest().key).toBe(IDENTITY.chromeKey);
    expect(manifest('firefox')).toMatchObject({
      browser_specific_settings: { gecko: { id: IDENTITY.firefoxId } },
    });
    for (const browser of ['chrome', 'firefox'] as const) {
      expect(manifest(browser).homepage_url).toMatch(/^https:\/\//);
      expect(JSON.stringify(manifest(browser))).not.toContain('.example');
    }
  });

  it.each(['host_permissions', 'content_scripts', 'web_accessible_resources', 'externally_connectable'])(
    'declares no %s',
    (key) => {
      expect(manifest()).not.toHaveProperty(key);
    },
  );

  it('requests exactly the permissions that it needs', () => {
    expect(manifest()).toMatchObject({
      manifest_version: 3,
      permissions: [
        'activeTab',
        'scripting',
        'storage',
        'unlimitedStorage',
        'declarativeNetRequestWithHostAccess',
        'contextMenus',
        'alarms',
        'sidePanel',
      ],
      optional_host_permissions: ['*://*/*'],
    });
    // Optional: features that a user switches on in the panel, none of which gives access to a site.
    expect(manifest()).toHaveProperty('optional_permissions', ['notifications']);
  });

  it('has a reason in docs/privacy.md for each permission, and for no other', () => {
    const [, section = ''] =
      /^## Permissions\n([\s\S]*?)^## /m.exec(readFileSync('docs/privacy.md', 'utf8')) ?? [];
    const explained = [...section.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    const requested = (['chrome', 'firefox'] as const).flatMap((browser) => {
      const { permissions, optional_permissions: optional } = manifest(browser);
      return [permissions, optional].flat();
    });
    expect(explained.sort()).toEqual([...new Set(requested)].sort());
  });

  it('requests no site in Firefox either, stays out of private windows there, and has a sidebar', () => {
    const firefox = manifest('firefox');
    for (const key of ['host_permissions', 'content_scripts', 'web_accessible_resources', 'side_panel']) {
      expect(firefox).not.toHaveProperty(key);
    }
    expect(firefox).toMatchObject({
      manifest_version: 3,
      optional_host_permissions: ['*://*/*'],
      incognito: 'not_allowed',
      sidebar_action: { default_panel: 'sidepanel.html', open_at_install: false },
      action: { default_area: 'navbar' },
      // Ctrl+Shift+Y opens Firefox’s downloads.
      commands: { _execute_action: { suggested_key: { default: 'Alt+Shift+Y' } } },
      browser_specific_settings: {
        gecko: {
          data_collection_permissions: {
            required: ['websiteContent', 'personalCommunications', 'authenticationInfo'],
          },
        },
      },
    });
    expect(firefox.permissions).not.toContain('sidePanel');
    expect(firefox.background).not.toHaveProperty('service_worker');
  });

  it('opens its panel by the keyboard shortcut as by the toolbar button', () => {
    expect(manifest()).toMatchObject({
      commands: {
        _execute_action: { suggested_key: { default: 'Ctrl+Shift+Y', mac: 'Command+Shift+Y' } },
        'open-waiting': { suggested_key: { default: 'Alt+Shift+K' } },
        'undo-last': { suggested_key: { default: 'Alt+Shift+U' } },
      },
    });
    // A pop-up would receive the click, and with it the access to the tab, in place of the panel.
    expect(manifest().action).not.toHaveProperty('default_popup');
  });

  it.each(['chrome', 'firefox'] as const)(
    'describes itself as briefly as the stores demand, in %s',
    (browser) => {
      const built = browser === 'chrome' ? extension : firefoxExtension;
      const lengths = readdirSync(join(built, '_locales')).map((locale) => {
        const texts = JSON.parse(readFileSync(join(built, '_locales', locale, 'messages.json'), 'utf8'));
        return texts.manifest_description.message.length;
      });
      expect(lengths.length).toBeGreaterThan(0);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(132);
    },
  );

  it.each(['chrome', 'firefox'] as const)(
    'allows its pages only their own scripts, styles and requests, and images that only scripts can make, in %s',
    (browser) => {
      expect(manifest(browser)).toMatchObject({
        content_security_policy: {
          extension_pages:
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; connect-src http: https:; base-uri 'none'; form-action 'none'",
        },
      });
    },
  );

  it('shows its settings in a tab: they ask for permissions, for which a window of the browser is too small', () => {
    expect(manifest()).toHaveProperty('options_ui', { open_in_tab: true, page: 'options.html' });
    expect(manifest('firefox')).toHaveProperty('options_ui', { open_in_tab: true, page: 'options.html' });
  });

  it('has a side panel, and a background of classic scripts', () => {
    expect(manifest()).toMatchObject({
      side_panel: { default_path: 'sidepanel.html' },
      background: { service_worker: 'worker-start.js' },
    });
    expect(manifest().background).not.toHaveProperty('type');
    expect(manifest('firefox')).toMatchObject({ background: { scripts: ['background.js'] } });
  });

  it('registers the worker’s click listener before it loads anything', () => {
    const script = readFileSync(join(extension, 'worker-start.js'), 'utf8');
    const steps: string[] = [];
    runInNewContext(script, {
      chrome: { action: { onClicked: { addListener: () => steps.push('takes clicks') } } },
      importScripts: (path: string) => steps.push(`loads ${path}`),
      console,
    });
    expect(steps).toEqual(['takes clicks', 'loads ./background.js']);
  });

  it('loads every late part of the worker during its installation, when alone that is allowed', () => {
    const script = readFileSync(join(extension, 'background.js'), 'utf8');
    const listed = /addEventListener\("install",\(\)=>importScripts\(\.\.\.(\[[^\]]*\])\)\);\s*$/.exec(
      script,
    )?.[1];
    expect(lateParts(extension).length).toBeGreaterThan(2);
    expect(JSON.parse(listed ?? '[]').sort()).toEqual(
      lateParts(extension)
        .map((name) => `./${name}`)
        .sort(),
    );
  });

  it.each(Object.entries(BYTE_LIMITS))('has at most so many compressed bytes in %s: %i', (entry, most) => {
    expect(compressedBytes(extension, entry as Entry)).toBeLessThanOrEqual(most);
  });

  it.each(['chrome', 'firefox'] as const)(
    'has a content script, and one for each adapter, without schemas, in %s',
    (browser) => {
      const folder = join(browser === 'chrome' ? extension : firefoxExtension, 'content-scripts');
      expect(readdirSync(folder).sort()).toEqual(['content', ...ADAPTER_IDS].map((id) => `${id}.js`).sort());
      const scripts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
      expect(scripts.filter((script) => script.includes('ZodError'))).toEqual([]);
      // WXT's context would send this message to the page.
      expect(scripts.filter((script) => script.includes('wxt:content-script-started'))).toEqual([]);
    },
  );

  it('runs the content script once however often it is injected, and an adapter’s script when it is used', () => {
    const read = (name: string) => readFileSync(join(extension, 'content-scripts', name), 'utf8');
    const listeners: unknown[] = [];
    const document = Object.assign(new EventTarget(), { querySelector: () => null });
    const world = createContext({
      chrome: {
        runtime: { id: 'steward', onMessage: { addListener: (one: unknown) => listeners.push(one) } },
      },
      document,
      window: Object.assign(new EventTarget(), { document }),
      ...{ AbortController, Event, EventTarget, crypto },
      MutationObserver: class {
        observe() {}
      },
    });
    // Firefox rejects the injection of a script whose value it can’t copy.
    for (const name of ['content.js', 'content.js', 'open-webui.js', 'open-webui.js']) {
      expect(runInContext(read(name), world)).toBeUndefined();
    }
    expect(listeners).toHaveLength(1);
    expect(runInContext('[...stewardScripts.keys()]', world)).toContain('./open-webui.js');
  });

  it('starts its panel without the code of the database, of schemas and of sheets', () => {
    const scripts = startScripts(extension, 'sidepanel.html').map((path) =>
      readFileSync(join(extension, path), 'utf8'),
    );
    expect(scripts.length).toBeGreaterThan(2);
    for (const absent of ['DexieError', 'ZodError']) {
      expect(scripts.filter((script) => script.includes(absent))).toEqual([]);
    }
  });

  it.each(['chrome', 'firefox'] as const)(
    'states the licence of each package whose code is in it, in %s',
    (browser) => {
      const built = browser === 'chrome' ? extension : firefoxExtension;
      const [head = '', ...entries] = readFileSync(join(built, 'licenses.txt'), 'utf8').split(/\n\n-{80}\n/);
      const titles = entries.map(
        (entry) => /^(?<name>\S+) (?<version>\S+) \((?<license>.+)\)\n/.exec(entry)?.groups,
      );
      const names = titles.map((title) => title?.name);
      const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
      expect(head).toBe(`Steward contains code of ${entries.length} packages.`);
      expect(new Set(titles.map((title) => `${title?.name} ${title?.version}`)).size).toBe(entries.length);
      for (const title of titles) expect(title?.license).toMatch(/^[\w.+() -]+$/);
      expect(Object.keys(dependencies).filter((name) => !names.includes(name))).toEqual([]);
      // The build’s own runtime code, which calls the entrypoints and names the polyfill.
      expect(Object.keys(devDependencies).filter((name) => names.includes(name))).toEqual([
        '@wxt-dev/webextension-polyfill',
        'wxt',
      ]);
      // React’s licence demands that its notice is shipped.
      expect(entries.find((entry) => entry.startsWith('react '))).toContain('Copyright (c) Meta Platforms');
    },
  );

  it.each(['chrome', 'firefox'] as const)(
    'has no trace of the folder of a development build, in %s',
    (browser) => {
      const built = browser === 'chrome' ? extension : firefoxExtension;
      const paths = filePaths(built).filter((path) => /\.(?:html|js|json)$/.test(path));
      const traces = /stewardAdapters|adapters\/definitions|was left out/;
      expect(paths.filter((path) => traces.test(readFileSync(join(built, path), 'utf8')))).toEqual([]);
    },
  );

  it.each(['chrome', 'firefox'] as const)('has no code that runs text as code, in %s', (browser) => {
    const built = browser === 'chrome' ? extension : firefoxExtension;
    const paths = readdirSync(built, { recursive: true, encoding: 'utf8' });
    const scripts = paths.filter((path) => path.endsWith('.js'));
    expect(scripts.length).toBeGreaterThanOrEqual(2);
    const offenders = scripts.filter((path) => RUNS_TEXT.test(readFileSync(join(built, path), 'utf8')));
    expect(offenders).toEqual([]);
  });
});
