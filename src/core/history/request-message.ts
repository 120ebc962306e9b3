import type { ApiMessage } from '@/src/schema/api-message';
import type { Message } from '@/src/schema/message';

/** A message of a request with the entries of the record that it was made from; no entries for a message that was inserted to keep the order. */
export interface RequestMessage {
  message: ApiMessage;
  sources: readonly Message[];
}
