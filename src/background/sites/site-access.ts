import { browser } from 'wxt/browser';
import { hostPattern } from '@/src/core/host-pattern';
import { EXTENSION_SETTINGS, readSetting } from '@/src/schema/values/extension-settings';

const { isOn: SWITCH } = EXTENSION_SETTINGS;

/** The browser's state of sites (permissions, registered content scripts), and the global switch. */
export interface SiteAccess {
  /**
   * True if access to the origin's host is permanent. A toolbar click, which gives access to one tab, does not count.
   */
  isGranted(origin: string): Promise<boolean>;
  /** True if access was granted at install, as in test builds. */
  isGrantedAtInstall(origin: string): boolean;
  /** Removes the permission for the origin's host. */
  removePermission(origin: string): Promise<void>;
  /** Registers the content script for exactly these origins, from their next load on and in later sessions. */
  registerScripts(origins: readonly string[]): Promise<void>;
  isStewardOn(): Promise<boolean>;
  switchSteward(isOn: boolean): Promise<void>;
}

const SCRIPT_ID_PREFIX = 'site:';
const CONTENT_SCRIPT = 'content-scripts/content.js';

export function createSiteAccess(): SiteAccess {
  return {
    isGranted: (origin) => browser.permissions.contains({ origins: [requirePattern(origin)] }),

    isGrantedAtInstall(origin) {
      const given: readonly string[] = browser.runtime.getManifest().host_permissions ?? [];
      return given.includes(requirePattern(origin));
    },

    async removePermission(origin) {
      await browser.permissions.remove({ origins: [requirePattern(origin)] });
    },

    async registerScripts(origins) {
      const wanted = new Set(origins.map((origin) => SCRIPT_ID_PREFIX + origin));
      const registered = new Set(
        (await browser.scripting.getRegisteredContentScripts())
          .map((script) => script.id)
          .filter((id) => id.startsWith(SCRIPT_ID_PREFIX)),
      );
      const surplus = [...registered].filter((id) => !wanted.has(id));
      const missing = [...wanted].filter((id) => !registered.has(id));
      if (surplus.length > 0) await browser.scripting.unregisterContentScripts({ ids: surplus });
      if (missing.length === 0) return;
      await browser.scripting.registerContentScripts(
        missing.map((id) => ({
          id,
          matches: [loadPattern(id.slice(SCRIPT_ID_PREFIX.length))],
          js: [CONTENT_SCRIPT],
          runAt: 'document_idle' as const,
          persistAcrossSessions: true,
        })),
      );
    },

    async isStewardOn() {
      const stored = await browser.storage.local.get(SWITCH.key);
      // Nothing is stored until the user first uses the switch.
      return readSetting(SWITCH, stored[SWITCH.key]);
    },

    async switchSteward(isOn) {
      await browser.storage.local.set({ [SWITCH.key]: isOn });
    },
  };
}

/**
 * A match pattern for an origin. Firefox rejects patterns with ports, so there the script also loads on other ports of
 * the host, where it stays idle.
 */
function loadPattern(origin: string): string {
  if (import.meta.env.FIREFOX) return requirePattern(origin);
  const { protocol, hostname, port } = new URL(origin);
  const defaultPort = protocol === 'https:' ? '443' : '80';
  return `${protocol}//${hostname}:${port === '' ? defaultPort : port}/*`;
}

function requirePattern(origin: string): string {
  const pattern = hostPattern(origin);
  if (pattern === null) throw new Error(`${origin} is no origin of the web`);
  return pattern;
}
