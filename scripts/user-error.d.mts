/** A problem that the user can fix; the message says how. */
export class UserError extends Error {}

/** Throws UserError unless the command with this name ends with the exit code 0. `hint` follows in the message. */
export function succeed(name: string, exitCode: Promise<number>, hint?: string): Promise<void>;
