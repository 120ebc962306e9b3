import type { CodeToken } from './code-tokens';

interface Request {
  language: string;
  code: string;
  take(tokens: readonly CodeToken[]): void;
}

/** Time between two codes, for a frame and for input. */
const PAUSE_MS = 50;

const waiting = new Set<Request>();
let isWorking = false;

/**
 * Highlights one code after another, with pauses. The highlighter is loaded for the first one; if that fails, code stays
 * plain. Returns a function that withdraws the request.
 */
export function requestHighlighting(
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
