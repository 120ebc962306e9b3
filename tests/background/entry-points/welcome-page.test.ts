import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing';
import { welcomeAfterInstall } from '@/src/background/entry-points/welcome-page';
import { type ManagedPolicy, NO_POLICY } from '@/src/schema/values/managed-policy';

const FORBIDDEN = { ...NO_POLICY, welcomePage: false };
const create = vi.fn(async () => undefined);
let installType: string;
let policy: ManagedPolicy;

beforeEach(() => {
  fakeBrowser.reset();
  vi.useFakeTimers();
  create.mockClear();
  installType = 'normal';
  policy = NO_POLICY;
  Object.assign(browser, {
    management: { getSelf: async () => ({ installType }) },
    tabs: { ...browser.tabs, create },
  });
  welcomeAfterInstall(async () => policy);
});
afterEach(() => void vi.useRealTimers());

/** Reports the event, and lets this time pass. */
async function happens(reason: string, passedMs: number): Promise<void> {
  await fakeBrowser.runtime.onInstalled.trigger({ reason } as never);
  await vi.advanceTimersByTimeAsync(passedMs);
}

describe('the welcome page', () => {
  it('is opened once after the installation', async () => {
    await happens('install', 60_000);
    expect(create.mock.calls).toEqual([[{ url: browser.runtime.getURL('/welcome.html' as never) }]]);
  });

  it.each(['update', 'chrome_update', 'shared_module_update'])('is not opened after %s', async (reason) => {
    await happens(reason, 60_000);
    expect(create).not.toHaveBeenCalled();
  });

  it('is not opened if the organisation turned it off', async () => {
    policy = FORBIDDEN;
    await happens('install', 60_000);
    expect(create).not.toHaveBeenCalled();
  });

  it.each([
    ['by a user', 'normal', 900],
    ['by an administrator while the browser starts', 'admin', 5_000],
  ])(
    'is not opened if the policy that turned it off arrives after an installation %s',
    async (_, type, ms) => {
      installType = type;
      await happens('install', ms);
      policy = FORBIDDEN;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(create).not.toHaveBeenCalled();
    },
  );
});
