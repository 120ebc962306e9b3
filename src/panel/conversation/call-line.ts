import type { JsonObject } from '@/src/core/json';
import { callLabel } from '@/src/core/tools/call-label';

/**
 * A call as one line, named as checkpoints name it. Arguments that are no JSON object (yet) are shown as they came;
 * the name of the first argument is left out already while it streams in, so that the line of a call with one
 * argument only grows.
 */
export function callLine(name: string, argumentsText: string): string {
  const args = parseArguments(argumentsText);
  if (args !== null) return callLabel(name, args);
  const shown = argumentsText.replace(/^\s*\{\s*("[^"\\]*"\s*:\s*)?/, '').replace(/\s+/g, ' ');
  return `${name}(${shown}`;
}

/** The arguments for reading, indented; as they came where they are no JSON object; empty where there are none. */
export function prettyArguments(argumentsText: string): string {
  const args = parseArguments(argumentsText);
  if (args === null) return argumentsText;
  return Object.keys(args).length === 0 ? '' : JSON.stringify(args, null, 2);
}

/** The arguments as an object; empty where there are none, null where they are no JSON object (yet). */
export function parseArguments(text: string): JsonObject | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : null;
  } catch {
    // Half of a call that is still streaming, or a model's slip: shown as it came.
    return null;
  }
}
