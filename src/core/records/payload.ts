import type { JsonObject } from '../json';

/** Content that was sent to a chat's endpoint or received from it, as the session log keeps it: whole, without keys. */
export interface Payload {
  chatId: string;
  /** Null for requests that belong to no run. */
  runId: string | null;
  atMs: number;
  direction: 'sent' | 'received';
  data: JsonObject;
}
