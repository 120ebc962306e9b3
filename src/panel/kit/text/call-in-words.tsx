import type { CallWord } from '@/src/core/tools/call-words';
import { ForeignCode } from './foreign-text';

interface CallInWordsProps {
  /** Null if the tool has none for the call. */
  words: readonly CallWord[] | null;
  /** The call's name and arguments, shown without words. */
  name: string;
  className?: string;
}

/** A call in the words of its tool; the values, which the model wrote, are set in code. */
export function CallInWords({ words, name, className }: CallInWordsProps) {
  if (words === null) return <ForeignCode className={className} text={name} />;
  return (
    <span className={className}>
      {words.map(({ text, isValue }, index) => {
        // A call's words don't change, and have no other key.
        const key = index;
        return isValue ? <ForeignCode key={key} text={text} /> : <bdi key={key}>{text}</bdi>;
      })}
    </span>
  );
}
