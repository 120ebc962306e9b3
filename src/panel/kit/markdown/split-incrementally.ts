import { createBlockSplitter, type SplitText } from './block-splitter';

/**
 * Returns a function that splits the texts it is called with. A text that begins with the previous one is split from
 * where that ended. The previous text is a cache only: the result depends on the text alone.
 */
export function createIncrementalSplit(): (text: string) => SplitText {
  let splitter = createBlockSplitter();
  let known = '';
  return (text) => {
    if (!text.startsWith(known)) {
      splitter = createBlockSplitter();
      known = '';
    }
    splitter.append(text.slice(known.length));
    known = text;
    return splitter.split();
  };
}
