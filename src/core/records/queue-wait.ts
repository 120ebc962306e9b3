/** Reason why a request isn't sent yet. */
export type QueueWait =
  /** The endpoint already has as many requests of Steward as it may have. */
  | { reason: 'in-flight'; untilMs: null }
  /** The endpoint asked to wait, until this time in milliseconds since 1970. It applies to all chats. */
  | { reason: 'asked-to-wait'; untilMs: number };
