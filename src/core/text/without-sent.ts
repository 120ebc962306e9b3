/**
 * A composer's text without the text that was sent from it: at its start with the white space after it, or at its end after a stored
 * text that was put before it. Unchanged if it has the sent text at neither place.
 */
export function withoutSent(text: string, sent: string): string {
  // A message is sent without the white space around it.
  const message = sent.trim();
  const [fromStart, toEnd] = [text.trimStart(), text.trimEnd()];
  // Before the start is compared: a text before it may begin with the same words.
  if (toEnd.endsWith(`\n${message}`)) return toEnd.slice(0, -message.length - 1).trimEnd();
  return fromStart.startsWith(message) ? fromStart.slice(message.length).trimStart() : text;
}
