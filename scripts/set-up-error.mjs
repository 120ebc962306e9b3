/** A problem of this machine that only the user can fix; the message says how. */
export class SetUpError extends Error {
  name = 'SetUpError';
}
