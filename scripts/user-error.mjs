/** A problem that the user can fix; the message says how. */
export class UserError extends Error {
  name = 'UserError';
}

/** Throws {@link UserError} unless the command with this name ends with the exit code 0. `hint` follows in the message. */
export async function succeed(name, exitCode, hint = '') {
  if ((await exitCode) !== 0) throw new UserError(`${name} failed; see its output above.${hint}`);
}
