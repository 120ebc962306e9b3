/** A field of a connection that an error is about. */
export type ConnectionField = 'key' | 'baseUrl';
