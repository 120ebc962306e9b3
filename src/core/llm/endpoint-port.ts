import type { Chat } from '@/src/schema/chat';
import type { Endpoint, ProviderTraits } from '../records/endpoint';

/** Looks up the endpoint and the model of a chat. */
export interface EndpointPort {
  /** Rejects with `connection-missing` or `model-missing` if none is chosen yet. */
  endpointOf(chat: Chat): Promise<{ connectionId: string; endpoint: Endpoint; model: string }>;
  /** The known abilities of the chat's endpoint and model. */
  traitsOf(chat: Chat): Promise<ProviderTraits>;
  /** Stores that the chat's endpoint refused cache marks for its model, with the endpoint's reason. */
  noteCacheRefusal(chat: Chat, reason: string): Promise<void>;
}
