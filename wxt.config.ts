import { defineConfig } from 'wxt';
import { homepage } from './package.json';
import { ADDED_ADAPTERS, ADDED_IN_WORKER, DEFINITIONS } from './scripts/adapter/development/plugin';
import { OLDEST_VERSIONS } from './scripts/browser-versions';
import { IDENTITY } from './scripts/identity';
import { LATE_PARTS } from './scripts/late-parts';
import { CONTENT_SCRIPT_ALONE, PAGE_PARTS } from './scripts/page-parts';
import { bundlePanel, PANEL_SCRIPTS, SCRIPT_BESIDE_STYLES, SINGLE_ICONS } from './scripts/panel-chunks';
import { SHIPPED_PACKAGES, shippedLicenses } from './scripts/shipped-licenses';
import { textAssets, textModules } from './scripts/texts/build-texts';
import { UNUSED_LIBRARY_CODE } from './scripts/unused-library-code';

/**
 * The production manifest asks for no site at install (src/background/README.md, "Permissions").
 * `--mode playground` adds loopback, so that the demo and the end-to-end tests can run
 * in a headless browser, where nobody can answer a permission prompt.
 */
const LOOPBACK = ['http://127.0.0.1/*', 'http://localhost/*'];

/** `npm run dev`: the dev server injects styles, and pushes updates over a WebSocket. WXT itself allows its scripts. */
const DEV_STYLES = "'self' 'unsafe-inline' http://localhost:*";

/** Mode of a build for Chromium that takes adapters from a folder without being built again (docs/adapters.md). It is never released. */
const WITH_ADDED = 'adapters';

// WXT takes NODE_ENV from the mode, and a mode of our own would bundle React’s development build.
if (['playground', WITH_ADDED].some((mode) => process.argv.includes(mode)))
  process.env.NODE_ENV = 'production';

export default defineConfig({
  manifestVersion: 3,
  imports: false,
  // Visible in the file choosers of every system, unlike WXT's default, which begins with a dot.
  outDir: 'dist',
  vite: ({ browser, mode }) => ({
    build: {
      target: browser === 'firefox' ? `firefox${OLDEST_VERSIONS.firefox}` : `chrome${OLDEST_VERSIONS.chrome}`,
    },
    plugins: [
      mode === WITH_ADDED && ADDED_ADAPTERS,
      SHIPPED_PACKAGES,
      UNUSED_LIBRARY_CODE,
      CONTENT_SCRIPT_ALONE,
      PAGE_PARTS,
      SINGLE_ICONS,
      SCRIPT_BESIDE_STYLES,
      PANEL_SCRIPTS,
      // Firefox's background is no worker. There it stays one script, in which a late part is evaluated at its first use.
      browser !== 'firefox' && LATE_PARTS,
      mode === WITH_ADDED && ADDED_IN_WORKER,
    ],
  }),
  modules: ['@wxt-dev/module-react', '@wxt-dev/webextension-polyfill', '@wxt-dev/auto-icons'],
  alias: { '#texts': '.wxt/texts/index.ts', '#english': '.wxt/texts/english.ts' },
  hooks: {
    'prepare:types': (wxt, entries) => {
      entries.push(...textModules(wxt.config.root));
    },
    'build:publicAssets': (wxt, files) => {
      files.push(
        ...textAssets(wxt.config.root).map(({ path, text }) => ({ relativeDest: path, contents: text })),
        // After all builds, so that it has the packages of each.
        { relativeDest: 'licenses.txt', contents: shippedLicenses() },
      );
      // Empty until the first adapter is added.
      if (wxt.config.mode === WITH_ADDED) files.push({ relativeDest: DEFINITIONS, contents: '' });
    },
    // Only the background needs the polyfill: Chrome's own calls return promises too, and a listener of messages, which can't
    // return one there, is in the background alone. In the content script it would be a quarter of all.
    'vite:build:extendConfig': (entrypoints, config) => {
      if (entrypoints.some((entrypoint) => entrypoint.type === 'sidepanel')) bundlePanel(config);
      if (entrypoints.some((entrypoint) => entrypoint.type === 'background')) return;
      const alias = config.resolve?.alias;
      if (alias !== undefined && 'wxt/browser' in alias) delete alias['wxt/browser'];
    },
    // The content script is registered at run time only; the build leaves an empty list behind, which reads as if it weren't.
    'build:manifestGenerated': (_wxt, manifest) => {
      // The worker begins with a small script that loads the background's (entrypoints/worker-start.ts).
      const { background } = manifest;
      if (background !== undefined && 'service_worker' in background) {
        background.service_worker = 'worker-start.js';
      }
      if (manifest.content_scripts?.length === 0) delete manifest.content_scripts;
      // Firefox would open the sidebar at install, before anybody asked for it.
      if (manifest.sidebar_action !== undefined) manifest.sidebar_action.open_at_install = false;
    },
  },
  autoIcons: { baseIconPath: 'assets/icon.svg', developmentIndicator: false },
  manifest: ({ browser, mode, command }) => ({
    default_locale: 'en',
    name: mode === WITH_ADDED ? 'Steward (development)' : 'Steward',
    homepage_url: homepage,
    description: '__MSG_manifest_description__',
    permissions: [
      'activeTab',
      'scripting',
      'storage',
      // Keeps the browser from deleting chats when the disk is nearly full; it asks for nothing at install.
      'unlimitedStorage',
      // Takes the extension's origin out of its own requests to endpoints, and asks for nothing at install.
      'declarativeNetRequestWithHostAccess',
      // The entry in the menu of a selection; it gives no access by itself.
      'contextMenus',
      // Starts the background again if the browser stopped it in the middle of a run.
      'alarms',
      ...(browser === 'firefox' ? [] : ['sidePanel']),
    ],
    optional_host_permissions: ['*://*/*'],
    // Asked for when the user wants to be called back: a switch among what Steward may do.
    optional_permissions: ['notifications'],
    ...(mode === 'playground' ? { host_permissions: LOOPBACK } : {}),
    action: {
      default_title: '__MSG_manifest_openBesidePage__',
      // Firefox would put the button into the menu of extensions, two clicks away.
      ...(browser === 'firefox' ? { default_area: 'navbar' } : {}),
    },
    // The first opens the panel, as a click on the button does.
    commands: {
      _execute_action: {
        suggested_key: {
          // Ctrl+Shift+Y opens Firefox's downloads, and an extension can't take its keys.
          default: browser === 'firefox' ? 'Alt+Shift+Y' : 'Ctrl+Shift+Y',
          mac: 'Command+Shift+Y',
        },
      },
      'open-waiting': {
        description: '__MSG_manifest_openWaiting__',
        // K and U: Firefox’s menu bar has no access key of these letters, which would win over them. On a Mac, Alt writes characters.
        suggested_key: { default: 'Alt+Shift+K', mac: 'MacCtrl+Shift+K' },
      },
      'undo-last': {
        description: '__MSG_manifest_undoLast__',
        suggested_key: { default: 'Alt+Shift+U', mac: 'MacCtrl+Shift+U' },
      },
    },
    content_security_policy: {
      // Everything is forbidden but: the panel's own scripts and styles, requests to the user's endpoints, and the images that the user
      // attached. Only the panel's scripts can make a `blob:` address, so no text of a page or model shows or loads an image.
      extension_pages:
        `default-src 'none'; script-src 'self'; style-src ${command === 'serve' ? DEV_STYLES : "'self'"}; ` +
        `img-src blob:; connect-src http: https:${command === 'serve' ? ' ws:' : ''}; base-uri 'none'; form-action 'none'`,
    },
    ...(browser === 'firefox'
      ? {
          incognito: 'not_allowed' as const,
          browser_specific_settings: {
            gecko: {
              id: IDENTITY.firefoxId,
              strict_min_version: `${OLDEST_VERSIONS.firefox}.0`,
              // What a request to the user's endpoint contains: the page, the conversation, the key.
              data_collection_permissions: {
                required: ['websiteContent', 'personalCommunications', 'authenticationInfo'],
              },
            },
          },
        }
      : {
          // Firefox demands no schema.
          storage: { managed_schema: 'policy-schema.json' },
          // Each copy of these builds has an id of its own, by its path: tests install several in one browser, and an author of an adapter
          // has one beside the released extension.
          ...(IDENTITY.chromeKey === null || ['playground', WITH_ADDED].includes(mode)
            ? {}
            : { key: IDENTITY.chromeKey }),
          minimum_chrome_version: `${OLDEST_VERSIONS.chrome}`,
          incognito: 'split' as const,
        }),
  }),
});
