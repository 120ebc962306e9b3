import { browser } from 'wxt/browser';
import type { ManagedPolicy } from '@/src/schema/values/managed-policy';

/**
 * Times after an installation by which Chromium has read the organisation's policy, in milliseconds. It reads an extension's policy in the
 * background, which takes 1 s, and 4 s while the browser starts: that is when it installs what an administrator chose. Firefox has the policy
 * at once.
 */
const POLICY_READ_MS = { byUser: 2_000, byAdministrator: 10_000 };

/**
 * Opens the welcome page after the first installation, unless the organisation turned it off. Call it synchronously when the
 * worker starts, because the browser reports an installation once.
 */
export function welcomeAfterInstall(policy: () => Promise<ManagedPolicy>): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason !== 'install') return;
    open(policy).catch((error) => console.error('the welcome page could not be opened', error));
  });
}

async function open(policy: () => Promise<ManagedPolicy>): Promise<void> {
  if (!import.meta.env.FIREFOX) {
    const { installType } = await browser.management.getSelf();
    const waitMs = POLICY_READ_MS[installType === 'admin' ? 'byAdministrator' : 'byUser'];
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  if ((await policy()).welcomePage)
    await browser.tabs.create({ url: browser.runtime.getURL('/welcome.html') });
}
