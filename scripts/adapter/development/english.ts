import { readEnglish as readOwn } from '#english';
import type { Messages } from '@/src/core/text/message';
import { addedTexts } from './added-texts';

/** In place of that of the generated module `#english`. */
export const readEnglish = (): Messages => ({ ...readOwn(), ...addedTexts('en') });
