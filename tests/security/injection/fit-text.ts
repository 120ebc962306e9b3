/** A text in the bounds of a name: at most 200 UTF-16 units, the cue among them. */
export function fitName(text: string, cue: string): string {
  return fitText(text, cue, 200);
}

/** A text in the bounds of a rule (docs/page-protocol.md): one line without commas, blanks at its ends, or half pairs. */
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

/** A text of at most this many UTF-16 units that still holds its cue: what comes before it goes first. */
export function fitText(text: string, cue: string, maxLength: number): string {
  if (text.slice(0, maxLength).includes(cue)) return text.slice(0, maxLength);
  return text.slice(Math.max(0, text.indexOf(cue) + cue.length - maxLength)).slice(0, maxLength);
}

/** Without halves of surrogate pairs. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Cs}/gu, '');
}
