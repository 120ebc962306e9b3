/** Ids and sizes of the long chat and of the short chat that it is compared with. */
export const LONG_CHAT = { chatId: 'long', messages: 5_000 } as const;
export const SHORT_CHAT = { chatId: 'short', messages: 50 } as const;

/** Time that the model takes for its answer, in milliseconds; that of a fast model. */
export const ANSWER_MS = 500;

/** Durations of one run with one answer, in milliseconds. */
export interface RunTimes {
  /** From the user's message to the end of the run. */
  totalMs: number;
  /** `totalMs` without the model's time. */
  ownMs: number;
}
