import { browser } from 'wxt/browser';
import { EXTENSION_SETTINGS, type ExtensionSetting } from '@/src/schema/values/extension-settings';
import {
  MANAGED_POLICY_KEY,
  type ManagedPolicy,
  NO_POLICY,
  storedPolicy,
} from '@/src/schema/values/managed-policy';

/** The policy of the user's organisation, as the browser has it from storage.managed. */
export interface PolicySource {
  /** The present policy. Reads it once in the background's life, and after each change that the browser reports. */
  current(): Promise<ManagedPolicy>;
}

/**
 * Creates the only reader of storage.managed. Stores the policy in storage.local for the panel, and its settings of the extension under
 * their own keys; it restores all of them when something else changes them. `onChange` is called with each policy after the first.
 */
export function createPolicySource(onChange: (policy: ManagedPolicy) => Promise<void>): PolicySource {
  let reading: Promise<ManagedPolicy> | null = null;

  async function read(): Promise<ManagedPolicy> {
    const managed = await readManaged();
    const policy =
      Object.keys(managed).length === 0
        ? NO_POLICY
        : (await import('@/src/schema/managed-policy')).readPolicy(managed);
    // Not awaited: a full disk must not keep the database from opening.
    keep(policy).catch(reportFailure);
    return policy;
  }

  function current(): Promise<ManagedPolicy> {
    reading ??= read().catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  }

  browser.storage.onChanged.addListener((changes, area) => {
    if (area === 'managed') {
      reading = null;
      current().then(onChange).catch(reportFailure);
    } else if (area === 'local' && KEPT_KEYS.some((key) => key in changes)) {
      current().then(keep).catch(reportFailure);
    }
  });
  return { current };
}

function reportFailure(error: unknown): void {
  console.error('the policy could not be applied', error);
}

const SETTING_KEYS = Object.values(EXTENSION_SETTINGS).map(({ key }) => key);
const KEPT_KEYS = [MANAGED_POLICY_KEY, ...SETTING_KEYS];

/** The entries of storage.managed; none if the browser isn't managed. Firefox reports no changes: it reads policies when it starts. */
async function readManaged(): Promise<Record<string, unknown>> {
  if (!import.meta.env.FIREFOX) return browser.storage.managed.get(null);
  // Without a policy, Firefox rejects the request.
  return browser.storage.managed.get(null).catch(() => ({}));
}

/** Stores the policy and its settings in storage.local, where they differ from what is stored. */
async function keep(policy: ManagedPolicy): Promise<void> {
  const { local } = browser.storage;
  const stored = await local.get(KEPT_KEYS);
  const changed = Object.entries(policy.settings).flatMap(([name, value]): [string, unknown][] => {
    const { key } = EXTENSION_SETTINGS[name as ExtensionSetting];
    return stored[key] === value ? [] : [[key, value]];
  });
  if (JSON.stringify(storedPolicy(stored[MANAGED_POLICY_KEY])) !== JSON.stringify(policy)) {
    if (policy === NO_POLICY) await local.remove(MANAGED_POLICY_KEY);
    else changed.push([MANAGED_POLICY_KEY, policy]);
  }
  if (changed.length > 0) await local.set(Object.fromEntries(changed));
}
