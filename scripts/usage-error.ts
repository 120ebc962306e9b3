/** A command was called with invalid arguments; the message explains the valid ones. */
export class UsageError extends Error {
  override name = 'UsageError';
}
