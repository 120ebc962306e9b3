import type { CallWord } from '@/src/core/tools/call-words';
import { ForeignCode } from './foreign-text';

interface CallInWordsProps {
  /** The words of the call's tool; null if it has none for this call. */
  words: readonly CallWord[] | null;
  /** The call's name and arguments, shown if there are no words. */
  name: string;
  className?: string;
}

/** A call in the words of its tool. Values, which the model wrote, are shown as code. */
export function CallInWords({ words, name, className }: CallInWordsProps) {
  if (words === null) return <ForeignCode className={className} text={name} />;
  return (
    <span className={className}>
      {words.map(({ text, isValue }, index) => {
        // The index is a safe key: the words of a call don't change. They have no other key.
        const key = index;
        return isValue ? <ForeignCode key={key} text={text} /> : <bdi key={key}>{text}</bdi>;
      })}
    </span>
  );
}
