import { browser } from 'wxt/browser';
import type { ExecutionOutcome } from '@/src/core/records/execution-outcome';
import { OUTDATED_PAGE_PREFIX } from '@/src/messages/channels';

/**
 * Stores that a tab's page shows the state with the hash `before`, since Steward has changed it by way of its server; deletes that if
 * the change leads back to the state that the page shows. Never rejects: the change itself was made.
 */
export async function markOutdated(
  tabId: number,
  before: string,
  answer: Pick<ExecutionOutcome, 'stateHashAfter'> | { stateHash: string },
): Promise<void> {
  const after = 'stateHash' in answer ? answer.stateHash : answer.stateHashAfter;
  const key = OUTDATED_PAGE_PREFIX + tabId;
  try {
    const { [key]: shown = before } = await browser.storage.session.get(key);
    if (shown === after) await browser.storage.session.remove(key);
    else await browser.storage.session.set({ [key]: shown });
  } catch (error) {
    console.error(`the page in tab ${tabId} can't be marked as outdated`, error);
  }
}

/** Deletes what is stored about the page of a tab that loads or is closed. */
export function forgetOutdated(tabId: number): Promise<void> {
  return browser.storage.session.remove(OUTDATED_PAGE_PREFIX + tabId);
}
