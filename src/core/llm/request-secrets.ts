/** Secrets of a request that no error may show. */
export interface Secrets {
  key: string | null;
  /** Values of the connection's extra headers. */
  headerValues: readonly string[];
  /** Secret segments of the connection's address. */
  addressSegments?: readonly string[];
}
