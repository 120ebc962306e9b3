/**
 * Compiles a pattern in which `*` matches any run of characters and which has to match the whole text. There is no
 * other wildcard and no escape. Takes time linear in the length of the text for each piece of the pattern.
 */
export function starMatcher(pattern: string): (text: string) => boolean {
  return piecesMatcher(pattern.split('*'));
}

/** As {@link starMatcher}, for a pattern that was split at its stars. */
export function piecesMatcher([head = '', ...rest]: readonly string[]): (text: string) => boolean {
  const tail = rest.pop();
  if (tail === undefined) return (text) => text === head;
  return (text) => {
    // The two fixed ends must not overlap: "ab*ba" doesn't match "aba".
    if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail))
      return false;
    const end = text.length - tail.length;
    let from = head.length;
    for (const piece of rest) {
      const found = text.indexOf(piece, from);
      if (found < 0 || found + piece.length > end) return false;
      from = found + piece.length;
    }
    return true;
  };
}
