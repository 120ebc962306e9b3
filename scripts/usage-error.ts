/** A command was called in a way it doesn't know; the message says which ways there are. */
export class UsageError extends Error {
  override name = 'UsageError';
}
