import type { CallWord } from '@/src/core/tools/call-words';
import { ForeignText } from './foreign-text';

/** A call in the words of its tool; the values, which the model wrote, are set in code. */
export function CallInWords({ words }: { words: readonly CallWord[] }) {
  return words.map(({ text, isValue }, index) => {
    // A call's words don't change, and have no other key.
    const key = index;
    return isValue ? (
      <code key={key}>
        <ForeignText text={text} />
      </code>
    ) : (
      <bdi key={key}>{text}</bdi>
    );
  });
}
