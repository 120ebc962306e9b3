/** Where a request goes. The key never leaves the background. */
export interface Endpoint {
  /** Up to and including the version, without a slash at the end. */
  baseUrl: string;
  /** Null: no Authorization header is sent. */
  key: string | null;
  /** Sent with every request; names as the user wrote them. Values may be secrets: never shown, never logged. */
  headers: Readonly<Record<string, string>>;
  /** Left out: those of endpoint-waits. */
  waits?: EndpointWaits | undefined;
}

/** How long a connection's endpoint may stay silent. Null stands for {@link DEFAULT_WAITS}. */
export interface EndpointWaits {
  /** Until the first text, reasoning or call of an answer, in milliseconds. */
  firstPieceMs: number | null;
  /** Between two pieces after it, in milliseconds. */
  pauseMs: number | null;
}
