import type { Run } from '@/src/schema/run';
import type { PageHolder } from '../records/run-status';

/** Page leases: one chat at a time works on a page. */
export interface PageLeaseJournal {
  /**
   * Gives the run the lease of its chat's page, unless another chat's run or restore has it and still needs it. Returns
   * that chat, or null if the lease was given. One transaction, so that two runs can't get the lease at the same time.
   */
  leasePage(run: Pick<Run, 'id' | 'chatId'>): Promise<PageHolder | null>;
  /** The other chat whose run or restore has the lease of this chat's page and still needs it; null if there is none. */
  pageHolder(chatId: string): Promise<PageHolder | null>;
  /** The other chats whose runs wait for the lease of this chat's page. */
  waitingForPage(chatId: string): Promise<string[]>;
}
