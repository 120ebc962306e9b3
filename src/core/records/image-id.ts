import { hashJson } from '../hash';

/**
 * The id of an image follows from its data, so that an image that is added again is the same one. Apart from the other
 * facts about images, which the panel needs at its start: the hash takes 2 kB of script.
 */
export function imageIdOf(data: string): string {
  return hashJson(data);
}
