import { hashJson } from '@/src/core/hash';
import type { KeyPlace } from '../storage/page-key-store';

/** An id that no tab has. */
export const NO_TAB = -1;

/** The id that stands for the tab of a page which is used without one. A restarted worker gets the same. */
export function virtualTabOf({ adapterId, origin }: KeyPlace): number {
  return NO_TAB - 1 - Number.parseInt(hashJson([adapterId, origin]).slice(0, 12), 16);
}

/** True for the ids of {@link virtualTabOf}: there is no document. */
export function isVirtual(tabId: number): boolean {
  return tabId < NO_TAB;
}
