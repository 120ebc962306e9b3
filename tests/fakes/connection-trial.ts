/**
 * True for a request of a connection's test. Endpoints of tests answer it by themselves, and don't count it among the requests of
 * a chat.
 */
export function isConnectionTrial(body: string): boolean {
  if (!body.includes('Reply with OK.')) return false;
  const { messages } = JSON.parse(body) as { messages: { content: string | null }[] };
  return messages.length === 1 && messages[0]?.content === 'Reply with OK.';
}

/** The prompt's tokens that an endpoint reports for such a request, by its length: fewer without a tool, so that the test finds that tools arrive. */
export function trialTokens(body: string): number {
  return Math.ceil(body.length / 4);
}
