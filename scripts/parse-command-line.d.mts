import type { ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Parses a command's arguments with `parseArgs` of node:util and this `config`. For `--help`, prints `help` and returns
 * null. Throws UserError with the help for invalid arguments.
 */
export function parseCommandLine<const Config extends ParseArgsConfig>(
  args: string[],
  help: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> | null;
