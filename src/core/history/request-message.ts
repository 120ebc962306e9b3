import type { ApiMessage } from '@/src/schema/api-message';
import type { Message } from '@/src/schema/message';

/**
 * A message of a request, with the entries of the record that it was made from. A message that was inserted to keep
 * the order has no entries.
 */
export interface RequestMessage {
  message: ApiMessage;
  sources: readonly Message[];
}
