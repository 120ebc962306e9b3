import type { Payload } from '@/src/schema/payload';

/** The payloads of chats whose chat log is on, in the order in which they were sent and received. */
export interface PayloadJournal {
  /** Rejects with `not-found` for a chat that is deleted. */
  addPayload(payload: Payload): Promise<void>;
}
