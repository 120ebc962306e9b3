import type { Choices } from './choice';

/** The parts of the page that match what is typed after an at sign; null if none do, or for no query. */
export function usePartChoices(_query: string | null, _insert: (text: string) => void): Choices | null {
  return null;
}
