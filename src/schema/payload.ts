import type { JsonObject } from './values/json';

/** A payload of the session log; ids increase in the order of storing. `size`: characters of its data as JSON. */
export type StoredPayload = Payload & { id: number; size: number };

/** Content that was sent to a chat's endpoint or received from it, as the session log keeps it: whole, without keys. */
export interface Payload {
  chatId: string;
  /** Null for requests that belong to no run. */
  runId: string | null;
  atMs: number;
  direction: 'sent' | 'received';
  data: JsonObject;
}
