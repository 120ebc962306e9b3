import { hashJson } from '../hash';

/**
 * The id of an image follows from its data, so that an image that is added again is the same one. In a file of its own,
 * because the panel loads the other functions for images at its start, and the hash takes 2 kB of script.
 */
export function imageIdOf(data: string): string {
  return hashJson(data);
}
