/** Thrown when this process was asked to end; the command has ended by then. */
export class Interrupted extends Error {
  readonly exitCode: number;
}

interface CommandOptions {
  cwd: string;
  /** Added to this process's own. */
  env?: Record<string, string>;
}

/** Runs a command on this terminal and answers with its exit code. */
export function runCommand(command: string, args: string[], options: CommandOptions): Promise<number>;

/** Runs one of package.json's scripts. */
export function runScript(name: string, options: CommandOptions): Promise<number>;
