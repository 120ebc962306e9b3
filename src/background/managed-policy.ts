import { browser } from 'wxt/browser';
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
 * Creates the only reader of storage.managed. Stores the policy in storage.local for the panel, and again when something else changes it
 * there. `onChange` is called with each policy after the first.
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
    } else if (area === 'local' && MANAGED_POLICY_KEY in changes) {
      current().then(keep).catch(reportFailure);
    }
  });
  return { current };
}

function reportFailure(error: unknown): void {
  console.error('the policy could not be applied', error);
}

/** The entries of storage.managed; none if the browser isn't managed. Firefox reports no changes: it reads policies when it starts. */
async function readManaged(): Promise<Record<string, unknown>> {
  if (!import.meta.env.FIREFOX) return browser.storage.managed.get(null);
  // Without a policy, Firefox rejects the request.
  return browser.storage.managed.get(null).catch(() => ({}));
}

/** Stores the policy in storage.local, if another one is stored. */
async function keep(policy: ManagedPolicy): Promise<void> {
  const { local } = browser.storage;
  const { [MANAGED_POLICY_KEY]: kept } = await local.get(MANAGED_POLICY_KEY);
  if (JSON.stringify(storedPolicy(kept)) === JSON.stringify(policy)) return;
  if (policy === NO_POLICY) await local.remove(MANAGED_POLICY_KEY);
  else await local.set({ [MANAGED_POLICY_KEY]: policy });
}
