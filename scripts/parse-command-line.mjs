import { parseArgs } from 'node:util';
import { UserError } from './user-error.mjs';

/** @import { ParseArgsConfig } from 'node:util' */

/**
 * Parses a command's arguments with `parseArgs` of node:util and this `config`. For `--help`, prints `help` and returns
 * null. Throws {@link UserError} with the help for invalid arguments.
 *
 * @template {ParseArgsConfig} const Config
 * @param {string[]} args
 * @param {string} help
 * @param {Config} config
 * @returns {ReturnType<typeof parseArgs<Config>> | null}
 */
export function parseCommandLine(args, help, config) {
  const options = { ...config.options, help: /** @type {const} */ ({ type: 'boolean', short: 'h' }) };
  try {
    const parsed = parseArgs({ ...config, args, options });
    // The type of the caller's options, which doesn't have `help`.
    if (!('help' in parsed.values))
      return /** @type {ReturnType<typeof parseArgs<Config>>} */ (/** @type {unknown} */ (parsed));
    console.log(help);
    return null;
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : error}\n\n${help}`);
  }
}
