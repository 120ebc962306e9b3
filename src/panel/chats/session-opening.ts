/** New sessions, opened one at a time. */
export interface SessionOpening {
  /** Opens a session by `work`, which resolves to its chat's id; while one is being opened, no second one is. */
  open(work: () => Promise<string>): Promise<string>;
  /**
   * The chat that a model chosen or a message sent now is for: the one that is being opened, otherwise `shownId`.
   * Rejects as the opening does, so that nothing goes to a chat that the user has left.
   */
  targetChat(shownId: string): Promise<string>;
}

/** A new `SessionOpening`, with nothing under way. */
export function createSessionOpening(): SessionOpening {
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
