import { parseArgs } from 'node:util';
import { UserError } from './user-error.mjs';

/**
 * A command's arguments, as `parseArgs` of node:util has them with this `config`. Prints `help` for `--help`, and returns null
 * then. Throws {@link UserError} with the help for arguments that are not allowed.
 */
export function parseCommandLine(args, help, config) {
  const options = { ...config.options, help: { type: 'boolean', short: 'h' } };
  try {
    const parsed = parseArgs({ ...config, args, options });
    if (!parsed.values.help) return parsed;
    console.log(help);
    return null;
  } catch (error) {
    throw new UserError(`${error.message}\n\n${help}`);
  }
}
