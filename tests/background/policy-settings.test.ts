// @own-modules
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing';
import { createPolicySource, type PolicySource } from '@/src/background/managed-policy';
import { createSites, type Sites } from '@/src/background/sites/sites';
import { createTabGrants } from '@/src/background/sites/tab-grants';
import { createLogger } from '@/src/background/storage/logger';
import { EXTENSION_SETTINGS, readSetting } from '@/src/schema/values/extension-settings';
import { MANAGED_POLICY_KEY } from '@/src/schema/values/managed-policy';
import type { StewardDatabase } from '@/src/store/db';
import { ownDatabase } from './own-database';

const PAGE = 'https://proxy.example';

let db: StewardDatabase;
let onSwitch: () => void;

beforeEach(() => {
  // Also removes the listeners of earlier backgrounds.
  fakeBrowser.reset();
  db = ownDatabase();
  onSwitch = vi.fn();
  // A browser's storage takes longer than a row of an open database.
  const { local } = browser.storage;
  for (const name of ['get', 'set'] as const) {
    const work: (given: object) => Promise<unknown> = local[name].bind(local);
    const slow = async (given: object) => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      return work(given);
    };
    vi.spyOn(local, name).mockImplementation(slow as never);
  }
});
/** The parts of the background that read a policy's settings, created in the order of compose.ts. The area is the browser's. */
function startBackground(): { policy: PolicySource; sites: Sites; logger: ReturnType<typeof createLogger> } {
  const logger = createLogger({
    store: { add: () => undefined, flush: async () => undefined, clear: async () => undefined },
    area: browser.storage.local,
    policy: () => policy.current(),
    clock: { now: () => 1 },
    console: { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined },
  });
  const policy = createPolicySource(async () => {
    await logger.follow();
    await sites.refresh();
  });
  db.on('ready', async () => void (await policy.current()), true);
  const { isOn } = EXTENSION_SETTINGS;
  const sites = createSites({
    db,
    clock: { now: () => 1 },
    policy: policy.current,
    access: {
      isGranted: async () => true,
      isGrantedAtInstall: () => false,
      removePermission: async () => undefined,
      registerScripts: async () => undefined,
      isStewardOn: async () => readSetting(isOn, (await browser.storage.local.get(isOn.key))[isOn.key]),
      switchSteward: async (wanted) => browser.storage.local.set({ [isOn.key]: wanted }),
    },
    grants: createTabGrants(),
    onChange: () => undefined,
    onSwitch,
  });
  return { policy, sites, logger };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 100));

describe('a setting of the organisation holds in the background', () => {
  it('from its first start with the policy: Steward is off', async () => {
    await browser.storage.managed.set({ settings: { isOn: false } });
    const { sites } = startBackground();
    await sites.refresh();
    await settled();
    expect(await sites.offScope(PAGE)).toBe('managed');
  });

  it('from its first start with the policy: no payloads in the log', async () => {
    await browser.storage.local.set({ 'log-level': 'debug' });
    await browser.storage.managed.set({ settings: { logLevel: 'info' } });
    const { policy, logger } = startBackground();
    await policy.current();
    await settled();
    expect((await browser.storage.local.get('log-level'))['log-level']).toBe('debug');
    expect(logger.keeps('debug')).toBe(false);
  });

  it('after a change of the policy in the middle of its life: Steward is off', async () => {
    const { sites } = startBackground();
    await sites.refresh();
    await browser.storage.managed.set({ settings: { isOn: false } });
    await settled();
    expect(await sites.offScope(PAGE)).toBe('managed');
  });

  it('after a change of the policy in the middle of its life: no payloads in the log', async () => {
    await browser.storage.local.set({ 'log-level': 'debug' });
    const { policy, logger } = startBackground();
    await policy.current();
    await browser.storage.managed.set({ settings: { logLevel: 'info' } });
    await settled();
    expect(logger.keeps('debug')).toBe(false);
  });

  it('after the command that switches Steward on', async () => {
    await browser.storage.local.set({ 'is-steward-on': false });
    await browser.storage.managed.set({ settings: { isOn: false } });
    const { sites } = startBackground();
    await sites.refresh();
    await sites.switchSteward(true).catch(() => undefined);
    await settled();
    expect((await browser.storage.local.get('is-steward-on'))['is-steward-on']).toBe(false);
    expect(await sites.offScope(PAGE)).toBe('managed');
  });

  it('after the command that sets the log’s level', async () => {
    await browser.storage.local.set({ 'log-level': 'info' });
    await browser.storage.managed.set({ settings: { logLevel: 'info' } });
    const { policy, logger } = startBackground();
    await policy.current();
    await settled();
    await logger.setLevel('debug').catch(() => undefined);
    await settled();
    expect(logger.keeps('debug')).toBe(false);
  });
});

describe('the policy that the panel reads', () => {
  it('is still there after “Delete all data”', async () => {
    await browser.storage.managed.set({ mostPermission: 'read-only', allowedPages: [] });
    const { policy } = startBackground();
    await policy.current();
    await settled();
    expect(await browser.storage.local.get(MANAGED_POLICY_KEY)).toMatchObject({
      [MANAGED_POLICY_KEY]: { mostPermission: 'read-only' },
    });
    // As OwnData.deleteAll does.
    await browser.storage.local.clear();
    await settled();
    expect(await browser.storage.local.get(MANAGED_POLICY_KEY)).toMatchObject({
      [MANAGED_POLICY_KEY]: { mostPermission: 'read-only' },
    });
  });
});
