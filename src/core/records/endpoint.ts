import type { EndpointWaits } from '@/src/schema/connection';
import { hashTexts } from '../hash';

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
  /** The API that the user chose; missing if Steward finds it by the endpoint's refusals. */
  wire?: WireName | undefined;
  /** The models that need the Responses API, by the endpoint's refusals; missing if there are none. */
  responsesModels?: readonly string[] | undefined;
  /**
   * A model whose answers end without a finish reason and usage, as the connection test found. Only there, the end of a
   * stream ends an answer without calls.
   */
  endsBare?: string | undefined;
}

/** An API of an endpoint: chat completions, or OpenAI's Responses. */
export type WireName = 'chat' | 'responses';

/** The server and model that a request goes to. */
export interface RequestTarget {
  /** Hash of the connection's id and address, so that a connection with a changed address counts as another server. */
  server: string;
  model: string;
}

export function requestTarget(to: {
  connectionId: string;
  endpoint: Endpoint;
  model: string;
}): RequestTarget {
  return { server: hashTexts([to.connectionId, ' ', to.endpoint.baseUrl]), model: to.model };
}

/** Abilities of a connection's endpoint with one model. */
export interface ProviderTraits {
  /** False once the endpoint has refused marks for the provider's cache. */
  acceptsCacheControl: boolean;
  /** True if the endpoint's list of models, or the user, says that the model takes images. */
  takesImages: boolean;
}
