/** Something about this machine that only the user can mend; the message says how. */
export class SetUpError extends Error {
  name = 'SetUpError';
}
