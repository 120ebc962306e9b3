import type { EndpointWaits } from '@/src/schema/connection';

/** The address and credentials for requests. The key never leaves the background. */
export interface Endpoint {
  /** Up to and including the version, without a slash at the end. */
  baseUrl: string;
  /** If null, no Authorization header is sent. */
  key: string | null;
  /** Sent with every request. Values may be secrets: they are never shown or logged. */
  headers: Readonly<Record<string, string>>;
  /** If missing, those of the table of settings (`whenNull`) apply. */
  waits?: EndpointWaits | undefined;
}

/** The connection and model that a request goes to. Null before they are chosen. */
export interface RequestTarget {
  connectionId: string | null;
  model: string | null;
}

/** Abilities of a connection's endpoint with one model. */
export interface ProviderTraits extends RequestTarget {
  /** False once the endpoint has refused marks for the provider's cache. */
  acceptsCacheControl: boolean;
  /** True if the endpoint's list of models, or the user, says that the model takes images. */
  takesImages: boolean;
}
