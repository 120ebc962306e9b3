import type { Chat } from '../records/chat';
import type { Endpoint } from '../records/endpoint';

/** Looks up the endpoint and the model of a chat. */
export interface EndpointPort {
  /** Rejects with `connection-missing` or `model-missing` if none is chosen yet. */
  endpointOf(chat: Chat): Promise<{ endpoint: Endpoint; model: string }>;
}
