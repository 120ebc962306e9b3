import type { Chat } from '../records/chat';
import type { Endpoint } from '../records/endpoint';
/** Looks up the endpoint and the model of a chat. */
export interface EndpointPort {
  /**
   * Rejects with `connection-missing` or `model-missing` if none is chosen yet, and with the signal's reason
   * when it aborts before the endpoint may be used.
   */
  endpointOf(chat: Chat, signal: AbortSignal): Promise<{ endpoint: Endpoint; model: string }>;
}
