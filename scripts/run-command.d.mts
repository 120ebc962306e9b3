/** Thrown when this process received a signal, after the command has ended. */
export class Interrupted extends Error {
  readonly exitCode: number;
}

interface CommandOptions {
  /** This process's folder by default. */
  cwd?: string;
  /** Added to this process's environment. */
  env?: Record<string, string>;
  /** Target of the command's output; without it, that of this process. A file's number takes its errors, too. */
  stdout?: 'inherit' | NodeJS.WriteStream | number;
}

/** Runs a command on this terminal and resolves with its exit code. */
export function runCommand(command: string, args: string[], options?: CommandOptions): Promise<number>;

/** Runs a script of package.json and resolves with its exit code. */
export function runScript(name: string, options?: CommandOptions): Promise<number>;

/** Runs a build script of package.json, and prints its output only if it fails: then throws UserError. */
export function runBuild(name: string, options?: Omit<CommandOptions, 'stdout'>): Promise<void>;
