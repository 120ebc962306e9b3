/** Locks pages against user input while a run works on them. */
export interface PageLockPort {
  /**
   * Locks the chat's page if its run needs that, and waits for the page's confirmation, but not for a page that
   * doesn't answer. Rejects with the signal's reason when it aborts.
   */
  lock(chatId: string, signal: AbortSignal): Promise<void>;
}
