/** Thrown when this process received a signal; the command has ended by then. */
export class Interrupted extends Error {
  readonly exitCode: number;
}

interface CommandOptions {
  cwd: string;
  /** Added to this process's environment. */
  env?: Record<string, string>;
}

/** Runs a command on this terminal and resolves with its exit code. */
export function runCommand(command: string, args: string[], options: CommandOptions): Promise<number>;

/** Runs one of package.json's scripts. */
export function runScript(name: string, options: CommandOptions): Promise<number>;

/** Runs one of package.json's scripts that build something. Throws UserError if it fails. */
export function runBuild(name: string, options: CommandOptions): Promise<void>;
