import { describe, expect, it, vi } from 'vitest';
import type { SiteAccess } from '@/src/background/sites/site-access';
import { createSites } from '@/src/background/sites/sites';
import { createTabGrants } from '@/src/background/sites/tab-grants';
import { hostPattern } from '@/src/core/host-pattern';
import { type ManagedPolicy, NO_POLICY } from '@/src/schema/values/managed-policy';
import { say } from '@/src/schema/values/said';
import type { StewardDatabase } from '@/src/store/db';
import { aWatch } from '../../fakes/a-watch';
import { ownDatabase } from '../own-database';

const SITE = 'http://proxy.test:8787';
const SAME_HOST = 'http://proxy.test:9999';
const OTHER = 'https://other.test';
const TAB = 7;

/** A browser in memory: permissions by match pattern, scripts by origin. */
function createBrowserInMemory(given: { granted?: string[]; atInstall?: string[] }) {
  const granted = new Set((given.granted ?? []).map(hostPattern));
  let isOn = true;
  const kept = {
    scripts: [] as readonly string[],
    granted,
    access: {
      isGranted: async (origin) => granted.has(hostPattern(origin)),
      isGrantedAtInstall: (origin) => (given.atInstall ?? []).includes(origin),
      removePermission: async (origin) => void granted.delete(hostPattern(origin)),
      registerScripts: async (origins) => {
        kept.scripts = origins;
      },
      isStewardOn: async () => isOn,
      switchSteward: async (wanted) => {
        isOn = wanted;
      },
    } satisfies SiteAccess,
  };
  return kept;
}

let count = 0;
function create(
  given: { granted?: string[]; atInstall?: string[] } = {},
  managed: Partial<ManagedPolicy> = {},
) {
  const policy = { ...NO_POLICY, ...managed };
  count += 1;
  const db = ownDatabase();
  const kept = createBrowserInMemory(given);
  const onChange = vi.fn();
  const onSwitch = vi.fn();
  // A separate tab for each test: grants of tabs outlive a worker, and the storage is shared.
  const tabId = TAB + count;
  const deps = {
    db,
    clock: { now: () => count },
    policy: async () => policy,
    access: kept.access,
    grants: createTabGrants(),
    onChange,
    onSwitch,
  };
  return { db, kept, onChange, onSwitch, tabId, deps, sites: createSites(deps) };
}

const expectRefused = (work: Promise<unknown>, code: string) => expect(work).rejects.toMatchObject({ code });

/** With lasting access to the site. */
async function createKept() {
  const created = create({ granted: [SITE] });
  await created.sites.keep(SITE);
  return created;
}

describe('a site with lasting access', () => {
  it('has its script registered', async () => {
    const { sites, kept, onChange } = create({ granted: [SITE] });
    expect(await sites.isLasting(SITE)).toBe(false);
    await sites.keep(SITE);
    expect(await sites.isLasting(SITE)).toBe(true);
    expect(kept.scripts).toEqual([SITE]);
    expect(onChange).toHaveBeenCalled();
  });

  it('is stored by its origin, whatever address of it is given', async () => {
    const { sites, db } = create({ granted: [SITE] });
    await sites.keep(`${SITE}/admin?x=1`);
    expect((await db.sites.toArray()).map(({ origin }) => origin)).toEqual([SITE]);
  });

  it.each([
    ['without the browser’s permission', SITE, 'permission-missing', 'error.sites.notKeptRemedy'],
    [
      'for an address that is not a website',
      'chrome://settings',
      'invalid-message',
      'error.sites.notWebRemedy',
    ],
  ] as const)('is refused %s', async (_, origin, code, remedy) => {
    const { sites, db } = create();
    await expect(sites.keep(origin)).rejects.toMatchObject({ code, remedy: say(remedy) });
    expect(await db.sites.count()).toBe(0);
  });

  it('doesn’t affect other origins, even on the same host', async () => {
    const { sites, kept, tabId } = await createKept();
    expect(await sites.isLasting(SAME_HOST)).toBe(false);
    expect(kept.scripts).toEqual([SITE]);
    await expectRefused(sites.admit(tabId, `${SAME_HOST}/`), 'permission-missing');
  });

  it('keeps its time of addition', async () => {
    const { db, deps } = await createKept();
    const added = await db.sites.get(SITE);
    await createSites({ ...deps, clock: { now: () => 9_999 } }).keep(SITE);
    expect(await db.sites.get(SITE)).toEqual(added);
  });
});

describe('the user’s name for a site', () => {
  const mark = { name: 'PRODUCTION', color: 'red' } as const;

  it('is kept when access is granted again or the site is switched off, until the user removes it', async () => {
    const { sites } = await createKept();
    expect(await sites.markOf(SITE)).toBeNull();
    await sites.mark(SITE, mark);
    await sites.keep(SITE);
    await sites.switchSite(SITE, false);
    expect(await sites.markOf(SITE)).toEqual(mark);
    expect(await sites.markOf(SAME_HOST)).toBeNull();
    await sites.switchSite(SITE, true);
    await sites.mark(SITE, null);
    expect(await sites.markOf(SITE)).toBeNull();
    expect(await sites.isLasting(SITE)).toBe(true);
  });

  it('is stored for a site with access since the installation, which has no row yet', async () => {
    const { sites } = create({ atInstall: [SITE], granted: [SITE] });
    await sites.mark(SITE, mark);
    expect(await sites.markOf(SITE)).toEqual(mark);
  });

  it('is refused where the browser granted access only for an endpoint, and doesn’t make that access permanent', async () => {
    const { sites } = create({ granted: [SITE] });
    await expectRefused(sites.mark(SITE, mark), 'permission-missing');
    expect(await sites.isLasting(SITE)).toBe(false);
  });
});

describe('the set of a site', () => {
  const red = { name: 'production', color: 'red' } as const;
  const blue = { ...red, color: 'blue' } as const;

  it('is kept with the site until the user takes it out or forgets the site, and a name alone doesn’t change it', async () => {
    const { sites } = await createKept();
    expect(await sites.setOf(SITE)).toBeNull();
    await sites.mark(SITE, null, red);
    await sites.mark(SITE, { name: 'A', color: 'green' });
    await sites.keep(SITE);
    expect(await sites.setOf(SITE)).toEqual(red);
    await sites.mark(SITE, null, null);
    expect(await sites.setOf(SITE)).toBeNull();
    await sites.mark(SITE, null, red);
    await sites.forget(SITE);
    expect(await sites.setOf(SITE)).toBeNull();
  });

  it('has one colour: the one that it got last, at all of its sites and no others', async () => {
    const { sites } = create({ granted: [SITE, SAME_HOST, OTHER] });
    for (const origin of [SITE, SAME_HOST, OTHER]) await sites.keep(origin);
    await sites.mark(SITE, null, red);
    await sites.mark(OTHER, null, { ...red, name: 'staging' });
    await sites.mark(SAME_HOST, null, blue);
    expect(await Promise.all([SITE, SAME_HOST, OTHER].map(sites.setOf))).toEqual([
      ...[blue, blue],
      { ...red, name: 'staging' },
    ]);
  });

  it.each([
    ['the organisation’s, where it gives one', { set: blue }, blue],
    ['the user’s, where the organisation gives a name alone', {}, red],
  ])('is %s', async (_, given, expected) => {
    const entry = { origin: SITE, name: 'LIVE', color: 'red' as const, ...given };
    const { sites } = create({ granted: [SITE] }, { sites: [entry] });
    await sites.keep(SITE);
    await sites.mark(SITE, null, red);
    expect(await sites.setOf(SITE)).toEqual(expected);
  });
});

it.each<[string, (sites: ReturnType<typeof createSites>) => Promise<void>]>([
  ['switching Steward off', (sites) => sites.switchSteward(false)],
  ['switching a site off', (sites) => sites.switchSite(SITE, false)],
  ['forgetting a site', (sites) => sites.forget(SITE)],
  ['taking its permission away', (sites) => sites.accessRevoked()],
])('%s is reported to what is shown in pages, once it holds', async (_, change) => {
  const { sites, onSwitch } = await createKept();
  expect(onSwitch).not.toHaveBeenCalled();
  await change(sites);
  expect(onSwitch).toHaveBeenCalledTimes(1);
});

describe('the access check', () => {
  it('fails on a host that was allowed for an endpoint only', async () => {
    const { sites, tabId } = create({ granted: [SITE] });
    await expect(sites.admit(tabId, `${SITE}/`)).rejects.toMatchObject({
      code: 'permission-missing',
      message: 'Steward has no access to this page yet.',
    });
  });

  it.each(['about:addons', 'about:blank', 'chrome://settings/', 'data:text/html,x', 'file:///etc/hosts'])(
    'fails for good on what is no website: %s',
    async (url) => {
      const { sites, tabId } = create();
      await sites.turnOnInTab(tabId, url);
      await expectRefused(sites.admit(tabId, url), 'page-unknown');
    },
  );

  it('passes in a tab whose toolbar button was clicked, until another origin is shown', async () => {
    const { sites, tabId } = create();
    await sites.turnOnInTab(tabId, `${SITE}/a`);
    await sites.admit(tabId, `${SITE}/b`);
    await sites.tabLoads(tabId, `${SITE}/b`);
    await sites.admit(tabId, `${SITE}/b`);
    await expectRefused(sites.admit(tabId + 1_000, `${SITE}/b`), 'permission-missing');
    await sites.tabLoads(tabId, `${SAME_HOST}/`);
    await expectRefused(sites.admit(tabId, `${SITE}/b`), 'permission-missing');
  });

  it.each([
    ['its access ended, so that no address is known', (sites, tabId) => sites.tabLoads(tabId, undefined)],
    ['it is closed', (sites, tabId) => sites.tabClosed(tabId)],
    ['the site is forgotten', (sites) => sites.forget(SITE)],
  ] satisfies [string, (sites: ReturnType<typeof createSites>, tabId: number) => Promise<void>][])(
    'fails for a clicked tab when %s',
    async (_, event) => {
      const { sites, tabId } = create();
      await sites.turnOnInTab(tabId, SITE);
      await event(sites, tabId);
      await expectRefused(sites.admit(tabId, SITE), 'permission-missing');
    },
  );

  it('remembers clicks after a restart of the worker', async () => {
    const { sites, tabId, deps } = create();
    await sites.turnOnInTab(tabId, SITE);
    await createSites({ ...deps, grants: createTabGrants() }).admit(tabId, SITE);
  });

  it('passes if access was granted at installation', async () => {
    const { sites, tabId } = create({ atInstall: [SITE] });
    await sites.admit(tabId, SITE);
    expect(await sites.isLasting(SITE)).toBe(true);
  });

  it('leaves an address that the browser hides to the browser', async () => {
    const { sites, tabId } = create();
    await sites.admit(tabId, undefined);
  });
});

describe('a site that is switched off', () => {
  it('is not accessed, even after a click, and is accessed again when switched on', async () => {
    const { sites, kept, tabId } = await createKept();
    await sites.turnOnInTab(tabId, SITE);
    // Twice, which doesn’t switch it on again.
    for (let time = 0; time < 2; time += 1) await sites.switchSite(SITE, false);
    expect(kept.scripts).toEqual([]);
    expect(await sites.offScope(`${SITE}/admin`)).toBe('site');
    await expectRefused(sites.admit(tabId, SITE), 'turned-off');
    await sites.switchSite(SITE, true);
    expect(kept.scripts).toEqual([SITE]);
    await sites.admit(tabId, SITE);
  });

  it('must be in the list', async () => {
    const { sites } = create();
    await expectRefused(sites.switchSite(SITE, true), 'not-found');
  });
});

it('the global switch denies access to every page, and restores it when switched on', async () => {
  const { sites, kept, tabId } = create({ granted: [SITE, OTHER], atInstall: [OTHER] });
  await sites.keep(SITE);
  await sites.switchSteward(false);
  expect(kept.scripts).toEqual([]);
  for (const url of [SITE, OTHER, undefined]) {
    await expectRefused(sites.admit(tabId, url), 'turned-off');
  }
  expect(await sites.offScope('')).toBe('everywhere');
  expect(await sites.isLasting(SITE)).toBe(false);
  await sites.switchSteward(true);
  expect(kept.scripts).toEqual([SITE]);
  expect(await sites.isLasting(SITE)).toBe(true);
});

describe('forgetting a site', () => {
  it('removes its permission, the keys of its pages, and what the user saw of them', async () => {
    const { sites, db, kept } = await createKept();
    for (const origin of [SITE, SAME_HOST]) {
      await db.pageKeys.add({ adapterId: 'new-api', origin, key: origin, refusal: null });
      const page = { adapterId: 'new-api', origin, instanceId: 'i' };
      await db.seenPages.add({ ...page, context: {}, atMs: 0 });
      await db.watches.add(aWatch(page));
    }
    await sites.forget(SITE);
    expect(await db.sites.count()).toBe(0);
    expect((await db.pageKeys.toArray()).map(({ key }) => key)).toEqual([SAME_HOST]);
    for (const table of [db.seenPages, db.watches]) {
      expect((await table.toArray()).map(({ origin }) => origin)).toEqual([SAME_HOST]);
    }
    expect(kept.granted.size).toBe(0);
    expect(kept.scripts).toEqual([]);
  });

  it.each<[string, (db: StewardDatabase) => Promise<unknown>]>([
    [
      'a connection',
      (db) =>
        db.connections.add({
          id: 'c',
          label: 'c',
          baseUrl: `${SAME_HOST}/v1`,
          hasKey: false,
          headerNames: [],
          createdAtMs: 1,
        }),
    ],
    ['another site', (db) => db.sites.add({ origin: SAME_HOST, addedAtMs: 1, isOn: true })],
  ])('keeps a permission that %s on the same host needs', async (_, need) => {
    const { sites, db, kept } = await createKept();
    await need(db);
    await sites.forget(SITE);
    expect(kept.granted.has(hostPattern(SITE))).toBe(true);
    expect(kept.scripts).not.toContain(SITE);
  });
});

it('a change of connections that fails halfway leaves no permission behind', async () => {
  const { sites, db, kept } = create({ granted: [SITE, OTHER] });
  for (const [id, origin] of Object.entries({ a: SITE, b: OTHER })) {
    const row = { id, label: id, hasKey: false, headerNames: [], createdAtMs: 1 };
    await db.connections.add({ ...row, baseUrl: `${origin}/v1` });
  }
  const change = sites.changing(async () => {
    await db.connections.delete('a');
    throw new Error('stopped');
  });
  await expect(change).rejects.toThrow('stopped');
  expect([...kept.granted]).toEqual([hostPattern(OTHER)]);
});

it('a permission removed in the browser ends access in every tab, but keeps the site in the list', async () => {
  const { sites, db, kept, tabId } = await createKept();
  await sites.turnOnInTab(tabId, SITE);
  kept.granted.clear();
  await sites.accessRevoked();
  expect(kept.scripts).toEqual([]);
  await expectRefused(sites.admit(tabId, SITE), 'permission-missing');
  expect(await db.sites.count()).toBe(1);
  kept.granted.add(hostPattern(SITE));
  await sites.refresh();
  expect(kept.scripts).toEqual([SITE]);
});

describe('the organisation’s policy', () => {
  const managed = {
    allowedPages: [SITE],
    sites: [{ origin: `${SITE}/`, name: 'LIVE', color: 'red' as const }],
  };

  it('keeps Steward off all other pages, and from having them for good', async () => {
    const { sites, tabId } = create({ granted: [SITE, OTHER], atInstall: [OTHER] }, managed);
    await sites.turnOnInTab(tabId, OTHER);
    expect(await sites.offScope(`${OTHER}/admin`)).toBe('managed');
    await expectRefused(sites.admit(tabId, OTHER), 'turned-off');
    await expectRefused(sites.admit(tabId, undefined), 'permission-missing');
    await expectRefused(sites.keep(OTHER), 'turned-off');
    expect(await sites.isLasting(OTHER)).toBe(false);
    await sites.turnOnInTab(tabId, SITE);
    await sites.admit(tabId, SITE);
  });

  it('takes the content script off a site that it no longer allows', async () => {
    const { deps, kept } = await createKept();
    await createSites({ ...deps, policy: async () => ({ ...NO_POLICY, allowedPages: [OTHER] }) }).refresh();
    expect(kept.scripts).toEqual([]);
  });

  it('names its sites in place of the user', async () => {
    const { sites } = create({ granted: [SITE] }, managed);
    await sites.keep(SITE);
    await sites.mark(SITE, { name: 'mine', color: 'blue' });
    expect(await sites.markOf(SITE)).toMatchObject({ name: 'LIVE', color: 'red' });
  });
});
