import type { PageLock } from '@/entrypoints/content/page-lock/page-lock';

/** For pages that no user edits during the test. */
export const noPageLock: PageLock = {
  lock: () => undefined,
  unlock: () => undefined,
  runOwnAction: (work) => work(),
};
