const MAX_SUGGESTIONS = 3;

/** Up to three suggested messages: those of the page's adapter, between two that fit every page. */
export function suggestions(isUnsaved: boolean, ofPage: readonly string[]): string[] {
  const all = [...(isUnsaved ? ['What is not saved yet?'] : []), ...ofPage, 'Summarize this page'];
  return all.slice(0, MAX_SUGGESTIONS);
}
