import type { Chat } from '../records/chat';
import type { Endpoint } from '../records/endpoint';
/** The chat's model. */
export interface EndpointPort {
  /**
   * Rejects with `connection-missing` or `model-missing` if the user hasn't chosen yet, and with the signal's reason
   * when it aborts before the endpoint may be asked.
   */
  endpointOf(chat: Chat, signal: AbortSignal): Promise<{ endpoint: Endpoint; model: string }>;
}
