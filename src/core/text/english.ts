import { ENGLISH } from '#english';
import { wordErrors } from '@/src/core/errors';
import type { Said } from '@/src/schema/values/said';
import { createWording } from './wording';

const wording = createWording(ENGLISH, 'en', ['en-US']);

/** A text in English: for models, the log and files, which are the same in every language. */
export function english(said: Said): string {
  return wording.text(said);
}

wordErrors(english);
