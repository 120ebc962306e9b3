import type { TestProxy } from '../start-test-proxy';

/** Requests a chat completion from a proxy and reads it to its end. */
export async function askModel(
  proxy: TestProxy,
  model: string,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<string> {
  const messages = [{ role: 'user', content: 'What nobody should keep' }];
  const response = await fetch(`${proxy.url}/v1/chat/completions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ model, messages, ...more }),
  });
  return response.text();
}
