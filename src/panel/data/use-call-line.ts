import { useCallback } from 'react';
import type { CallLine } from '@/src/core/tools/call-label';
import { callText } from '@/src/core/tools/call-words';
import { useAllToolWords } from './tool-words';

/** Calls as text, in the words that the conversation shows. */
export function useCallLine(): CallLine {
  const wordsOf = useAllToolWords();
  return useCallback((name, args) => callText(wordsOf(name).line(args), name, args), [wordsOf]);
}
