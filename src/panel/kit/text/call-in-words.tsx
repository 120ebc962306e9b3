import type { CallWord } from '@/src/core/tools/call-words';
import { ForeignCode } from './foreign-text';

/** A call in the words of its tool; the values, which the model wrote, are set in code. */
export function CallInWords({ words }: { words: readonly CallWord[] }) {
  return words.map(({ text, isValue }, index) => {
    // A call's words don't change, and have no other key.
    const key = index;
    return isValue ? <ForeignCode key={key} text={text} /> : <bdi key={key}>{text}</bdi>;
  });
}
