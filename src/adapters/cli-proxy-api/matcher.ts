/**
 * True if a rule excludes a model, as CLIProxyAPI decides it: both are trimmed and lower-cased, `*` stands for any run of
 * characters, and the rule has to fit the whole id. There is no other special character and no escape. Linear in the
 * length of the id for each piece of the rule.
 */
export function matchesRule(rule: string, modelId: string): boolean {
  return ruleMatcher(rule)(normaliseText(modelId));
}

/** As {@link matchesRule}, for a rule that is compared with many ids, each as {@link normaliseText} returns it. */
export function ruleMatcher(rule: string): (normalisedId: string) => boolean {
  const [head = '', ...rest] = normaliseText(rule).split('*');
  const tail = rest.pop();
  if (tail === undefined) return (id) => id === head;
  return (id) => fitsPieces(id, head, rest, tail);
}

/** True if `id` begins with `head`, ends with `tail`, and has `rest` in this order between them. */
function fitsPieces(id: string, head: string, rest: readonly string[], tail: string): boolean {
  // The two fixed ends must not overlap: "ab*ba" doesn't match "aba".
  if (id.length < head.length + tail.length || !id.startsWith(head) || !id.endsWith(tail)) return false;
  const end = id.length - tail.length;
  let from = head.length;
  for (const piece of rest) {
    const found = id.indexOf(piece, from);
    if (found < 0 || found + piece.length > end) return false;
    from = found + piece.length;
  }
  return true;
}

/** A list of rules as the server stores it: trimmed, lower-cased, without empty and repeated ones, in their first order. */
export function normaliseRules(rules: readonly string[]): string[] {
  return [...new Set(rules.map(normaliseText).filter((rule) => rule !== ''))];
}

/** A rule or name as the server compares it. */
export function normaliseText(text: string): string {
  return text.trim().toLowerCase();
}
