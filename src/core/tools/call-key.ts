import { canonicalJson } from '../hash';
import { readArguments } from './read-arguments';

/**
 * What makes two calls the same: the name, and the arguments whatever their spacing, key order or encoding. Arguments
 * that can't be read count by their text.
 */
export function callKey(name: string, argumentsText: string): string {
  const read = readArguments(argumentsText);
  return `${JSON.stringify(name)} ${read === null ? argumentsText : canonicalJson(read.value)}`;
}
