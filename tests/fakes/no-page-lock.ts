import type { PageLock } from '@/entrypoints/content/page-lock/page-lock';

/** For hosts whose page nobody touches by hand. */
export const noPageLock: PageLock = {
  lock: () => undefined,
  unlock: () => undefined,
  runOwnAction: (work) => work(),
};
