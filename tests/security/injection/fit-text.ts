/** A text within the limits of a name: at most 200 UTF-16 units, including the cue. */
export function fitName(text: string, cue: string): string {
  return fitText(text, cue, 200);
}

/**
 * A text within the limits of a rule (docs/page-protocol.md): one line without commas, surrounding spaces, or
 * lone surrogates.
 */
export function fitRule(text: string, cue: string): string {
  return wellFormed(
    fitText(
      wellFormed(text)
        .replaceAll(/[,\r\n\u2028\u2029]/g, ';')
        .trim(),
      cue,
      180,
    ),
  ).trim();
}

/**
 * A text of at most `maxLength` UTF-16 units that still contains its cue: text before the cue is cut first.
 */
export function fitText(text: string, cue: string, maxLength: number): string {
  if (text.slice(0, maxLength).includes(cue)) return text.slice(0, maxLength);
  return text.slice(Math.max(0, text.indexOf(cue) + cue.length - maxLength)).slice(0, maxLength);
}

/** Without lone surrogates. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Cs}/gu, '');
}
