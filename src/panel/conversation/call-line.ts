import type { JsonObject } from '@/src/core/json';
import { isDeeperThan } from '@/src/core/json-depth';
import { charEnd } from '@/src/core/text/text-pieces';
import { callLabel } from '@/src/core/tools/call-label';

/** UTF-16 units of arguments that are read; longer ones are shown as they came. */
const MAX_READ_ARGUMENTS = 50_000;

/** Levels of arrays and objects in arguments that are read: indentation grows with the square of the depth. */
const MAX_ARGUMENT_NESTING = 32;

/** UTF-16 units of a call's line. */
export const MAX_LINE_LENGTH = 300;

/**
 * A call as one line, named as checkpoints name it. Arguments that are no JSON object (yet) are shown as they came;
 * the name of the first argument is left out already while it streams in, so that the line of a call with one
 * argument only grows.
 */
export function callLine(name: string, argumentsText: string): string {
  const args = parseArguments(argumentsText);
  if (args !== null) return cutLine(callLabel(name, args));
  const shown = argumentsText
    .slice(0, 2 * MAX_LINE_LENGTH)
    .replace(/^\s*\{\s*("[^"\\]*"\s*:\s*)?/, '')
    .replace(/\s+/g, ' ');
  return cutLine(`${name}(${shown}`);
}

/** A text for one line, cut to `maxLength` UTF-16 units. */
export function cutLine(line: string, maxLength = MAX_LINE_LENGTH): string {
  return line.length > maxLength ? `${line.slice(0, charEnd(line, maxLength - 1))}…` : line;
}

/** The arguments for reading, indented; as they came where they can't be read; empty where there are none. */
export function prettyArguments(argumentsText: string): string {
  const args = parseArguments(argumentsText);
  if (args === null) return argumentsText;
  return Object.keys(args).length === 0 ? '' : JSON.stringify(args, null, 2);
}

/**
 * The arguments as an object; empty where there are none, null where they are no JSON object (yet), or longer or deeper
 * than the panel reads.
 */
export function parseArguments(text: string): JsonObject | null {
  if (text.length > MAX_READ_ARGUMENTS) return null;
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && !isDeeperThan(value as JsonObject, MAX_ARGUMENT_NESTING)
      ? (value as JsonObject)
      : null;
  } catch {
    // Half of a call that is still streaming, or a model's slip: shown as it came.
    return null;
  }
}
