/** Messages of the long chat, and of the one that it is compared with. */
export const LONG_CHAT = { chatId: 'long', messages: 5_000 } as const;
export const SHORT_CHAT = { chatId: 'short', messages: 50 } as const;

/** Time that the model takes for its answer, in milliseconds: a fast one. */
export const ANSWER_MS = 500;

/** One run with one answer, as measured. */
export interface RunTimes {
  /** From the user's message to the end of the run. */
  totalMs: number;
  /** The same without the model's time. */
  ownMs: number;
}
