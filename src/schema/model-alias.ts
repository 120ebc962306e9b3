/** A name that the user gave to a model of a connection. A chat that uses it follows each change of it. */
export interface ModelAlias {
  /** Unique, e.g. `smart`. */
  name: string;
  connectionId: string;
  model: string;
}
