/** A problem that the user can fix; the message says how. */
export class UserError extends Error {
  /** @override */
  name = 'UserError';
}

/**
 * Throws {@link UserError} unless the command with this name ends with the exit code 0. `hint` follows in the message.
 *
 * @param {string} name
 * @param {Promise<number>} exitCode
 */
export async function succeed(name, exitCode, hint = '') {
  if ((await exitCode) !== 0) throw new UserError(`${name} failed; see its output above.${hint}`);
}
