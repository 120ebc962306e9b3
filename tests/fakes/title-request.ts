/**
 * The title for a request that asks for one; null for any other request. Steward sends such a request after the first answer of
 * a chat; endpoints of tests answer it with the chat's first message, and don't count it among the requests of the chat.
 */
export function requestedTitle(body: string): string | null {
  if (!body.includes('[request from steward] Write a title ')) return null;
  const request = JSON.parse(body) as { messages?: Message[]; input?: Message[] };
  const messages = request.messages ?? request.input ?? [];
  const last = messages.at(-1);
  if (!textOf(last?.content).startsWith('[request from steward] Write a title ')) return null;
  const first = messages.find(({ role }) => role === 'user');
  return textOf(first?.content).split('\n', 1)[0] || 'A title';
}

interface Message {
  role?: string;
  content?: Content;
}

/** Of a message with images, the content is a list of parts. */
type Content = string | { text?: string }[] | null | undefined;

const textOf = (content: Content): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('\n');
