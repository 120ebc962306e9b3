import type { AdapterHostDeps } from '@/entrypoints/content/adapter-host';

/** For pages that no user edits during the test. */
export const noPageLock: AdapterHostDeps['pageLock'] = {
  lock: () => undefined,
  unlock: () => undefined,
  runOwnAction: (work) => work(),
};
