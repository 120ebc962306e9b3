/** The outcome of one chat completion. No content is kept. */
export interface ChatEntry {
  /** Eight hexadecimal digits. */
  id: string;
  /** Milliseconds since 1970. */
  startedAtMs: number;
  durationMs: number;
  /** The part of the model's id before its first slash; the whole id if it has none. */
  provider: string;
  /** The model's id as the client sent it. */
  model: string;
  /** The HTTP status that was sent; 499 if the client closed the connection first. */
  status: number;
  /** `cancelled`: the client closed the connection before the answer was complete. */
  outcome: 'complete' | 'cancelled' | 'failed';
  /** Token counts if the answer reported them. */
  tokens: ChatTokens | null;
  /** Null unless the outcome is `failed`. */
  failure: { type: string; message: string } | null;
}

/** Token counts as the answer reported them. */
export interface ChatTokens {
  prompt: number;
  completion: number;
  total: number;
  cached: number;
  reasoning: number;
}

/** The latest chat completions, in memory. */
export interface ChatRecord {
  /** Start of the record, in milliseconds since 1970. */
  startedAtMs: number;
  add(entry: ChatEntry): void;
  /** Newest first, by end time. */
  entries(): readonly ChatEntry[];
}

/** A record that keeps the newest `limit` entries. */
export function createChatRecord({ limit, startedAtMs }: { limit: number; startedAtMs: number }): ChatRecord {
  let entries: readonly ChatEntry[] = [];
  return {
    startedAtMs,
    add: (entry) => {
      entries = [entry, ...entries].slice(0, limit);
    },
    entries: () => entries,
  };
}

/** The provider that a model's id names. */
export function providerOf(model: string): string {
  return model.split('/', 1)[0] ?? model;
}
