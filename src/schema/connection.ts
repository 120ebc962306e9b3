/** Time limits for an endpoint that sends nothing. Null selects the value of {@link DEFAULT_WAITS}. */
export interface EndpointWaits {
  /** Until the first text, reasoning or call of a response, in milliseconds. */
  firstPieceMs: number | null;
  /** Between two later pieces, in milliseconds. */
  pauseMs: number | null;
}

/** An OpenAI-compatible endpoint. Its key is stored separately. */
export interface Connection {
  id: string;
  label: string;
  /**
   * For display: up to and including the version, without a trailing slash, e.g. `http://127.0.0.1:8787/v1`.
   * Secret segments are hidden (core/secrets/secret-address); the full address is then stored with the key.
   */
  baseUrl: string;
  hasKey: boolean;
  /** Names of the extra headers; their values are stored with the key. */
  headerNames: string[];
  createdAtMs: number;
  /** Undefined if the user set none. */
  waits?: EndpointWaits;
}
