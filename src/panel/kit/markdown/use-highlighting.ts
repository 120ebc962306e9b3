import { useEffect, useState } from 'react';
import type { CodeToken } from './code-tokens';

/**
 * UTF-16 units of code that is highlighted. Longer code stays plain: some grammars take time that grows with the square
 * of the length.
 */
export const MAX_HIGHLIGHTED_CHARS = 4_000;

/** Maximum number of tokens of highlighted code; each token is an element. */
const MAX_TOKENS = 2_500;

/** Pause between two pieces of code, for a frame and for input. */
const PAUSE_MS = 50;

interface Request {
  language: string;
  code: string;
  take(tokens: readonly CodeToken[]): void;
}

const waiting = new Set<Request>();
let isWorking = false;

/** Tokens of complete code; null until they are known, for unknown languages and for long code. */
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

/**
 * Highlights one piece of code after another, with pauses. The highlighter is loaded for the first one; if that fails,
 * code stays plain. Returns a function that withdraws the request.
 */
function requestHighlighting(
  language: string,
  code: string,
  take: (tokens: readonly CodeToken[]) => void,
): () => void {
  const request = { language, code, take };
  waiting.add(request);
  if (!isWorking) void work();
  return () => void waiting.delete(request);
}

async function work(): Promise<void> {
  isWorking = true;
  try {
    for (const request of waiting) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const { highlight } = await import('./highlighter');
      if (!waiting.delete(request)) continue;
      const tokens = highlight(request.language, request.code);
      if (tokens !== null) request.take(tokens);
    }
  } catch (error) {
    waiting.clear();
    console.error('Steward shows plain code: it could not be highlighted.', error);
  } finally {
    isWorking = false;
  }
}
