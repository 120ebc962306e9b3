import { readEnglish } from '#english';
import { wordErrors } from '@/src/core/errors';
import type { Said } from '@/src/schema/values/said';
import { createWording, type Wording } from './wording';

let wording: Wording | null = null;

/** A text in English: for models, the log and files, which are the same in every language. */
export function english(said: Said): string {
  // The texts are read at the first use: the background starts faster without them.
  wording ??= createWording(readEnglish(), 'en', ['en-US']);
  return wording.text(said);
}

wordErrors(english);
