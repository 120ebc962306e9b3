/**
 * A composer's text without the text that was sent from it: at its start with the white space after it, or at its end after a stored
 * text that was put before it. Unchanged if it has the sent text at neither place.
 */
export function withoutSent(text: string, sent: string): string {
  // A message is sent without the white space around it.
  const message = sent.trim();
  const [fromStart, toEnd] = [text.trimStart(), text.trimEnd()];
  if (fromStart.startsWith(message)) return fromStart.slice(message.length).trimStart();
  return toEnd.endsWith(`\n${message}`) ? toEnd.slice(0, -message.length - 1) : text;
}
