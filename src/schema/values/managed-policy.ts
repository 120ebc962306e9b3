import {
  EXTENSION_SETTINGS,
  type ExtensionSetting,
  type ExtensionValue,
  readSetting,
} from './extension-settings';
import type { ApprovalPolicy } from './policy';
import type { ValuesOf } from './setting-row';
import type { ChatSettingsPatch, CONNECTION_SETTINGS } from './settings';
import type { SITE_COLOR_NAMES } from './site-colors';

interface ManagedMark {
  name: string;
  color: (typeof SITE_COLOR_NAMES)[number];
}

/**
 * The limits and settings of the user's organisation, as readPolicy reads them. The background reads them from storage.managed and
 * keeps them in storage.local, where the panel reads them.
 */
export interface ManagedPolicy {
  /** The least strict predefined policy that a chat may use. */
  mostPermission: ApprovalPolicy;
  /** Tools that run only after an approval, whatever a chat's permissions say. */
  askTools: string[];
  /** Addresses of the pages on which Steward works (see {@link allowsAddress}); null for all. */
  allowedPages: string[] | null;
  /** Addresses of the endpoints to which Steward sends; null for all. */
  allowedEndpoints: string[] | null;
  /** Settings of the whole extension that the user can't change. */
  settings: Partial<ValuesOf<typeof EXTENSION_SETTINGS>>;
  /** Settings of every chat that the user can't change. */
  chatSettings: ChatSettingsPatch;
  /** Settings of every connection that the user can't change. */
  connectionSettings: Partial<ValuesOf<typeof CONNECTION_SETTINGS>>;
  /** The address of an endpoint that the first screen begins with; null for none. */
  endpoint: string | null;
  /**
   * Number of days for which a chat is kept after its last use, and an entry of the log after its time; null to keep chats until the
   * user deletes them.
   */
  retentionDays: number | null;
  /** False if models can't be checked. */
  modelCheck: boolean;
  /** False if pages can't be watched. */
  watches: boolean;
  /** False to open no page after the installation. */
  welcomePage: boolean;
  /** Names, colours and sets of sites, which replace the user's. */
  sites: (ManagedMark & { origin: string; set?: ManagedMark })[];
  /** Names of the entries that can't be used. */
  invalid: string[];
}

/** A day in milliseconds. Retention times are in days. */
export const DAY_MS = 24 * 60 * 60 * 1_000;

/** The policy of a browser that nobody manages. */
export const NO_POLICY: ManagedPolicy = {
  mostPermission: 'default',
  askTools: [],
  allowedPages: null,
  allowedEndpoints: null,
  settings: {},
  chatSettings: {},
  connectionSettings: {},
  endpoint: null,
  retentionDays: null,
  modelCheck: true,
  watches: true,
  welcomePage: true,
  sites: [],
  invalid: [],
};

/** The policy's key in storage.local, where nothing is stored without a policy. */
export const MANAGED_POLICY_KEY = 'managed-policy';

/** The policy that is stored under {@link MANAGED_POLICY_KEY}. Only the background writes it. */
export function storedPolicy(stored: unknown): ManagedPolicy {
  // The policy of an earlier build has fewer entries.
  return stored === undefined ? NO_POLICY : { ...NO_POLICY, ...(stored as Partial<ManagedPolicy>) };
}

/** The keys of storage.local from which {@link settingIn} reads a setting. */
export function keysOf(name: ExtensionSetting): string[] {
  return [EXTENSION_SETTINGS[name].key, MANAGED_POLICY_KEY];
}

/** A setting of the whole extension that applies: the organisation's, else the user's. */
export function settingIn<Name extends ExtensionSetting>(
  name: Name,
  items: Readonly<Record<string, unknown>>,
): ExtensionValue<Name> {
  const row = EXTENSION_SETTINGS[name];
  const { settings } = storedPolicy(items[MANAGED_POLICY_KEY]);
  // The value is one of this setting, which the compiler can't infer.
  return readSetting(row, settings[name] ?? items[row.key]) as ExtensionValue<Name>;
}

/**
 * True if the URL belongs to one of these addresses; null allows every URL. An address is `scheme://host`. With `:port` it means that
 * port alone, otherwise all ports; `scheme://*.host` also means all subdomains of the host.
 */
export function allowsAddress(addresses: readonly string[] | null, url: string): boolean {
  if (addresses === null) return true;
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port } = new URL(url);
  return addresses.some((address) => {
    const subdomains = address.includes('://*.');
    const wanted = new URL(address.replace('://*.', '://'));
    const isHost = wanted.hostname === hostname || (subdomains && hostname.endsWith(`.${wanted.hostname}`));
    // Tested in the text: URL drops the default port of a scheme.
    const isPort = !/:\d+\/?$/.test(address) || wanted.port === port;
    return wanted.protocol === protocol && isHost && isPort;
  });
}

/** The organisation's name and colour of an origin; null if it gives none. */
export function managedMark({ sites }: ManagedPolicy, origin: string): ManagedPolicy['sites'][number] | null {
  return sites.find((site) => new URL(site.origin).origin === origin) ?? null;
}
