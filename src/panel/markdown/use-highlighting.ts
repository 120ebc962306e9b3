import { useEffect, useState } from 'react';
import type { CodeToken } from './code-tokens';
import { requestHighlighting } from './highlighting-queue';

/** UTF-16 units of a code that is highlighted; a longer one stays plain. Some grammars take time that grows with its square. */
export const MAX_HIGHLIGHTED_CHARS = 4_000;

/** Tokens of a code that is highlighted; each is an element. */
const MAX_TOKENS = 2_500;

/** The tokens of a complete code; null until they are known, for unknown languages and for long codes. */
export function useHighlighting(
  language: string | null,
  groups: readonly string[] | null,
): readonly CodeToken[] | null {
  const [tokens, setTokens] = useState<readonly CodeToken[] | null>(null);
  const code = groups === null ? null : shortCode(groups);
  useEffect(() => {
    setTokens(null);
    if (language === null || code === null) return;
    return requestHighlighting(language, code, (found) => {
      if (found.length <= MAX_TOKENS) setTokens(found);
    });
  }, [language, code]);
  return tokens;
}

function shortCode(groups: readonly string[]): string | null {
  const chars = groups.reduce((sum, group) => sum + group.length, 0);
  return chars <= MAX_HIGHLIGHTED_CHARS ? groups.join('') : null;
}
