import type { ParseArgsConfig, parseArgs } from 'node:util';

/**
 * A command's arguments, as `parseArgs` of node:util has them with this `config`. Prints `help` for `--help`, and returns null
 * then. Throws UserError with the help for arguments that are not allowed.
 */
export function parseCommandLine<const Config extends ParseArgsConfig>(
  args: string[],
  help: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> | null;
