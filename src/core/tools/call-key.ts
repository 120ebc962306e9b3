import { canonicalJson } from '../hash';
import { readArguments } from './read-arguments';

/**
 * Identifies equal calls: the name, and the arguments whatever their white space, key order or encoding.
 * Arguments that can't be parsed are compared as text.
 */
export function callKey(name: string, argumentsText: string): string {
  const read = readArguments(argumentsText);
  return `${JSON.stringify(name)} ${read === null ? argumentsText : canonicalJson(read.value)}`;
}
