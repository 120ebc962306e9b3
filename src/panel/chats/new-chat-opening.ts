/** Opens new chats, one at a time. */
export interface NewChatOpening {
  /** Opens a session with `work`, which resolves to the chat's id. A second call joins the pending one. */
  open(work: () => Promise<string>): Promise<string>;
  /**
   * The chat that a message or a chosen model belongs to: the one being opened, otherwise `shownId`.
   * Rejects if opening fails, so that nothing is sent to the chat that the user has left.
   */
  targetChat(shownId: string): Promise<string>;
}

export function createNewChatOpening(): NewChatOpening {
  let opening: Promise<string> | null = null;
  return {
    open(work) {
      opening ??= work().finally(() => {
        opening = null;
      });
      return opening;
    },
    targetChat: (shownId) => opening ?? Promise.resolve(shownId),
  };
}
