/** What became of one chat completion. Nothing of what was said is kept. */
export interface ChatEntry {
  /** Eight hexadecimal digits. */
  id: string;
  /** In milliseconds since 1970. */
  startedAtMs: number;
  durationMs: number;
  /** What precedes the first slash of the model's id; the whole id without one. */
  provider: string;
  /** The id as the client sent it. */
  model: string;
  /** The HTTP status that was sent; 499 when the client closed the connection before there was one. */
  status: number;
  /** `cancelled`: the client closed the connection before the answer was complete. */
  outcome: 'complete' | 'cancelled' | 'failed';
  /** As far as the answer told them; null when it didn't. */
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

/** The latest chat completions of this playground, in memory. */
export interface ChatRecord {
  /** When the record began, in milliseconds since 1970. */
  startedAtMs: number;
  add(entry: ChatEntry): void;
  /** Newest first, by when they ended. */
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
