import { KEY_REMOVED } from './known-secrets';
import { withoutSecretPatterns } from './secret-patterns';

/**
 * Invisible characters, which could hide words or split a key. Those that join letters or select an emoji's form are
 * kept, unless there are many of them or they are between the characters of a key.
 */
export const INVISIBLE =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}|(?:\u200c|\u200d|\ufe0e|\ufe0f){3,}|(?<=[\w-])(?:\u200c|\u200d|\ufe0e|\ufe0f)+(?=[\w-])/gu;

export const withoutPatterns = (text: string) => withoutSecretPatterns(text, KEY_REMOVED);

/** A text from a page or a file without invisible characters, and without anything that looks like a key. */
export const cleanText = (text: string) => withoutPatterns(text.replace(INVISIBLE, ''));
