import { parseArgs } from 'node:util';
import { UserError } from './user-error.mjs';

/**
 * Parses a command's arguments with `parseArgs` of node:util and this `config`. For `--help`, prints `help` and returns
 * null. Throws {@link UserError} with the help for invalid arguments.
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
