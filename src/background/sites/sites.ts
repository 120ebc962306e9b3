import { type StewardError, textError } from '@/src/core/errors';
import { hostPattern } from '@/src/core/host-pattern';
import { managedSetting } from '@/src/core/policy/under-policy';
import type { Clock } from '@/src/core/ports/clock';
import { createSerializer } from '@/src/core/serialize';
import type { Site, SiteMark } from '@/src/schema/site';
import { allowsAddress, type ManagedPolicy, managedMark } from '@/src/schema/values/managed-policy';
import { say } from '@/src/schema/values/said';
import type { StewardDatabase } from '@/src/store/db';
import { stored } from '../storage/storage-error';
import { transact } from '../storage/transact';
import { closedToExtensions, notAllowed, turnedOff } from './access-errors';
import type { SiteAccess } from './site-access';
import type { TabGrants } from './tab-grants';

/** The sites that Steward may access, with the user's settings. */
export type Sites = ReturnType<typeof createSites>;

type OffScope = 'everywhere' | 'site' | 'managed';

/** Settings and permissions of sites when they were last read. */
interface Decisions {
  policy: ManagedPolicy;
  isStewardOn: boolean;
  sites: ReadonlyMap<string, Site>;
  /** Origins for which the browser has granted host access. */
  granted: ReadonlySet<string>;
}

interface SitesDeps {
  db: StewardDatabase;
  clock: Clock;
  policy(): Promise<ManagedPolicy>;
  access: SiteAccess;
  grants: TabGrants;
  onChange: () => void;
  onSwitch: () => void;
}

/**
 * Creates the sites. `onChange` is called at the start and after each change of site access; `onSwitch` after the user
 * switched Steward on or off or removed access.
 */
export function createSites(deps: SitesDeps) {
  const { db, access, grants } = deps;
  const checks = createChecks(deps);
  const { decisions, outdate, ...shared } = checks;
  const { isLasting, offScope } = shared;
  const serially = createSerializer();
  /**
   * Updates the registered content scripts to match the sites. Call it when the worker starts and after permissions
   * were granted.
   */
  async function refresh(): Promise<void> {
    // Serialized: the browser rejects a script that a concurrent call has registered.
    await serially('scripts', async () => {
      outdate();
      const { policy, isStewardOn, sites, granted } = await decisions();
      const wanted = [...sites.values()].filter(
        ({ origin, isOn }) => isOn && granted.has(origin) && allowsAddress(policy.allowedPages, origin),
      );
      await access.registerScripts(isStewardOn ? wanted.map(({ origin }) => origin) : []);
    });
    deps.onChange();
  }

  async function switched(): Promise<void> {
    await refresh();
    deps.onSwitch();
  }

  return {
    /**
     * Registers the content script for an origin to which the user granted permanent access. Rejects with
     * `permission-missing` without that access.
     */
    async keep(address: string) {
      const origin = requireOrigin(address);
      if ((await offScope(origin)) === 'managed') throw turnedOff('managed');
      if (!(await access.isGranted(origin))) throw notLasting(origin);
      await put(deps, origin, { isOn: true });
      await refresh();
    },

    /** Rejects with `not-found` for a site that is not in the list. */
    async switchSite(origin: string, isOn: boolean) {
      await transact(db, db.sites, async () => {
        const site = await db.sites.get(origin);
        if (site === undefined) throw textError('not-found', say('error.sites.notListed', { origin }));
        await db.sites.put({ ...site, isOn });
      });
      await switched();
    },

    /**
     * Stores the user's name and colour for a site, and its set, whose other sites get its colour; null removes them. An undefined set
     * stays as it is. Rejects with `permission-missing` for a site without lasting access.
     */
    async mark(origin: string, mark: SiteMark | null, set?: SiteMark | null) {
      // A row in the table of sites means lasting access. For an origin that has a permission only as an endpoint, the
      // new row would grant access that the user didn't give.
      if (!(await isLasting(origin))) throw notLasting(origin);
      await transact(db, db.sites, async () => {
        await put(deps, origin, { mark, ...(set !== undefined && { set }) });
        if (set) await db.sites.filter((site) => site.set?.name === set.name).modify({ set });
      });
      outdate();
    },

    /** Deletes the site with the keys and watches of its pages and what the user saw of them, and removes its permission as `changing` does. */
    async forget(origin: string) {
      await changing(deps, () =>
        transact(db, [db.sites, db.pageKeys, db.seenPages, db.watches], async () => {
          await db.sites.delete(origin);
          await db.pageKeys.where('origin').equals(origin).delete();
          await db.seenPages.where('origin').equals(origin).delete();
          await db.watches.where('origin').equals(origin).delete();
        }),
      );
      await grants.forgetOrigin(origin);
      await switched();
    },

    /** Carries out a change of connections, then removes the permissions of hosts that no site or connection needs any more. */
    changing: <Result>(change: () => Promise<Result>) => changing(deps, change),

    /** Sets the global switch, which is the setting `isOn` of the extension. */
    async switchSteward(isOn: boolean) {
      if ((await deps.policy()).settings.isOn !== undefined) throw managedSetting();
      await access.switchSteward(isOn);
      await switched();
    },

    ...shared,
    ...tabMethods(deps, checks),

    refresh,

    /** Ends access in every tab to sites whose permissions were removed in the browser. */
    async accessRevoked() {
      outdate();
      const { sites, granted } = await decisions();
      const lost = [...sites.keys()].filter((origin) => !granted.has(origin));
      for (const origin of lost) await grants.forgetOrigin(origin);
      await switched();
    },
  };
}

/** Every removal of a site or a connection runs in here, so that none leaves a permission behind, even if it fails halfway. */
async function changing<Result>({ db, access }: SitesDeps, change: () => Promise<Result>): Promise<Result> {
  const before = await addressesInUse(db);
  try {
    return await change();
  } finally {
    const needed = new Set((await addressesInUse(db)).map(hostPattern));
    for (const address of before) {
      if (needed.has(hostPattern(address)) || access.isGrantedAtInstall(address)) continue;
      await access.removePermission(address);
    }
  }
}

async function addressesInUse(db: StewardDatabase): Promise<string[]> {
  const [sites, connections] = await stored(() =>
    Promise.all([db.sites.toArray(), db.connections.toArray()]),
  );
  return [...sites.map(({ origin }) => origin), ...connections.map(({ baseUrl }) => baseUrl)];
}

/** Changes the site, or adds it with these values. */
async function put({ db, clock }: SitesDeps, origin: string, values: Partial<Site>): Promise<void> {
  await transact(db, db.sites, async () => {
    const site = await db.sites.get(origin);
    await db.sites.put({ addedAtMs: clock.now(), isOn: true, ...site, ...values, origin });
  });
}

/** Creates the functions that read the decisions about sites, with a cache. Call `outdate` after each change of sites, access, switch or policy. */
function createChecks({ db, access, policy: readPolicy }: SitesDeps) {
  /** Cached until a change, because each request to a page needs it. */
  let cached: Promise<Decisions> | null = null;

  function decisions(): Promise<Decisions> {
    cached ??= readDecisions().catch((error: unknown) => {
      cached = null;
      throw error;
    });
    return cached;
  }

  async function readDecisions(): Promise<Decisions> {
    const rows = await stored(() => db.sites.toArray());
    const policy = await readPolicy();
    // The policy's value is stored in storage.local only after the policy was read, so storage.local may still have the user's.
    const isStewardOn = policy.settings.isOn ?? (await access.isStewardOn());
    const grantedFlags = await Promise.all(rows.map(({ origin }) => access.isGranted(origin)));
    return {
      policy,
      isStewardOn,
      sites: new Map(rows.map((site) => [site.origin, site])),
      granted: new Set(rows.filter((_, index) => grantedFlags[index]).map(({ origin }) => origin)),
    };
  }

  /** The switch that is off for this URL, or `managed` if the organisation doesn't allow its page; null if Steward is on. */
  async function offScope(url: string): Promise<OffScope | null> {
    const { policy, isStewardOn, sites } = await decisions();
    // The browser hides the address only of a page to which it gives no access. Pages that are closed to all extensions have an error
    // of their own.
    const isForbidden = webOrigin(url) !== null && !allowsAddress(policy.allowedPages, url);
    if (isForbidden || policy.settings.isOn === false) return 'managed';
    if (!isStewardOn) return 'everywhere';
    return sites.get(webOrigin(url) ?? '')?.isOn === false ? 'site' : null;
  }

  /** True if Steward reconnects to this origin after a load without a click. */
  async function isLasting(origin: string): Promise<boolean> {
    if ((await offScope(origin)) !== null) return false;
    if (access.isGrantedAtInstall(origin)) return true;
    const { sites, granted } = await decisions();
    return sites.has(origin) && granted.has(origin);
  }

  return {
    decisions,
    outdate() {
      cached = null;
    },
    isLasting,
    offScope,

    /** The user's name and colour for an origin; null if there are none. */
    async markOf(origin: string): Promise<SiteMark | null> {
      const { policy, sites } = await decisions();
      return managedMark(policy, origin) ?? sites.get(origin)?.mark ?? null;
    },

    /** The set that an origin belongs to: the organisation's, otherwise the user's; null for none. */
    async setOf(origin: string): Promise<SiteMark | null> {
      const { policy, sites } = await decisions();
      return managedMark(policy, origin)?.set ?? sites.get(origin)?.set ?? null;
    },
  };
}

/** Creates the methods for single tabs, in which a click may have given access. */
function tabMethods(
  { grants }: SitesDeps,
  { decisions, isLasting, offScope }: ReturnType<typeof createChecks>,
) {
  async function hasAccess(tabId: number, origin: string): Promise<boolean> {
    return (await isLasting(origin)) || (await grants.has(tabId, origin));
  }

  return {
    /**
     * Grants access to a tab whose toolbar button the user clicked, until the tab shows another origin. Resolves to true if it had
     * access already.
     */
    async turnOnInTab(tabId: number, url: string | undefined): Promise<boolean> {
      const origin = url === undefined ? null : webOrigin(url);
      if (origin === null) return false;
      const hadAccess = await hasAccess(tabId, origin);
      await grants.grant(tabId, origin);
      return hadAccess;
    },

    /** Must be called when a tab starts to load a URL; undefined if the browser's access has ended. */
    async tabLoads(tabId: number, url: string | undefined) {
      const origin = url === undefined ? null : webOrigin(url);
      if (origin === null || !(await grants.has(tabId, origin))) await grants.forgetTab(tabId);
    },

    /** Must be called when a tab was closed. */
    tabClosed: grants.forgetTab,

    /**
     * Checks access before anything is injected or requested. Rejects with `turned-off` if the user switched Steward off,
     * with `permission-missing` without a grant, and with `page-unknown` for URLs other than http(s). Admits a tab whose
     * URL the browser hides, because the browser then denies access itself.
     */
    async admit(tabId: number, url: string | undefined) {
      const scope = await offScope(url ?? '');
      if (scope !== null) throw turnedOff(scope);
      if (url === undefined) {
        const { policy } = await decisions();
        if (policy.allowedPages === null) return;
        throw notAllowed(`The address in tab ${tabId} is unknown.`);
      }
      const origin = webOrigin(url);
      if (origin === null) throw closedToExtensions(url);
      if (await hasAccess(tabId, origin)) return;
      throw notAllowed(`Steward is not turned on for ${origin} in tab ${tabId}.`);
    },
  };
}

/** The origin `scheme://host:port` of an http(s) URL; null for any other URL. */
function webOrigin(url: string): string | null {
  return hostPattern(url) === null ? null : new URL(url).origin;
}

function notLasting(origin: string): StewardError {
  return textError('permission-missing', say('error.sites.notKept', { origin }));
}

function requireOrigin(address: string): string {
  const origin = webOrigin(address);
  if (origin !== null) return origin;
  throw textError('invalid-message', say('error.sites.notWeb', { address }));
}
