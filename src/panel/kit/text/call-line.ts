import { isDeeperThan } from '@/src/core/json-values';
import { charEnd } from '@/src/core/text/text-pieces';
import { callLabel } from '@/src/core/tools/call-label';
import { isJsonObject, type JsonObject } from '@/src/schema/values/json';

/** Longest arguments that are parsed, in UTF-16 units; longer ones are shown as received. */
const MAX_READ_ARGUMENTS = 50_000;

/** Deepest nesting of arguments that are parsed: indentation grows with the square of the depth. */
const MAX_ARGUMENT_NESTING = 32;

/** Maximum length of a call's line, in UTF-16 units. */
export const MAX_LINE_LENGTH = 300;

/**
 * A call as one line, in the format of checkpoint titles. Arguments that aren't a JSON object, or not yet, are shown as received. While the
 * arguments stream in, the first one's name is left out: if the call has only one argument, the finished line has no name either, so the
 * line only grows.
 */
export function callLine(name: string, argumentsText: string): string {
  const args = parseArguments(argumentsText);
  if (args !== null) return cutLine(callLabel(name, args), MAX_LINE_LENGTH);
  const shown = argumentsText
    .slice(0, 2 * MAX_LINE_LENGTH)
    .replace(/^\s*\{\s*("[^"\\]*"\s*:\s*)?/, '')
    .replace(/\s+/g, ' ');
  return cutLine(`${name}(${shown}`, MAX_LINE_LENGTH);
}

/** Cuts a line to at most `maxLength` UTF-16 units; an ellipsis marks the cut. */
export function cutLine(line: string, maxLength: number): string {
  return line.length > maxLength ? `${line.slice(0, charEnd(line, maxLength - 1))}…` : line;
}

/** The arguments as indented JSON, or as received if they can't be parsed; empty if there are none. */
export function prettyArguments(argumentsText: string): string {
  const args = parseArguments(argumentsText);
  if (args === null) return argumentsText;
  return Object.keys(args).length === 0 ? '' : JSON.stringify(args, null, 2);
}

/**
 * The arguments as an object, empty if there are none. Null if they aren't a JSON object, or not yet, or if they are longer or deeper than
 * the panel parses.
 */
export function parseArguments(text: string): JsonObject | null {
  if (text.length > MAX_READ_ARGUMENTS) return null;
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && !isDeeperThan(value, MAX_ARGUMENT_NESTING) ? value : null;
  } catch {
    // A call that is still streaming, or invalid JSON from the model: shown as received.
    return null;
  }
}
