/** The runs of this worker that wait for an answer. Kept in memory only: after a restart each one checks again. */
export interface AnswerWaits {
  /** Adds a chat whose run waits for the answer of another one. */
  add(awaitedId: string, waitingId: string): void;
  /** Removes and returns the chats that wait for this one. */
  take(awaitedId: string): string[];
}

export function createAnswerWaits(): AnswerWaits {
  const waiting = new Map<string, Set<string>>();
  return {
    add(awaitedId, waitingId) {
      // No chat waits for this one yet.
      const chatIds = waiting.get(awaitedId) ?? new Set();
      waiting.set(awaitedId, chatIds.add(waitingId));
    },
    take(awaitedId) {
      const taken = waiting.get(awaitedId);
      waiting.delete(awaitedId);
      return taken === undefined ? [] : [...taken];
    },
  };
}
