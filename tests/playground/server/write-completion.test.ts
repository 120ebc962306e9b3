import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { expect, it, onTestFinished } from 'vitest';
import { createCompletion } from '@/playground/server/completion';
import { serveApp } from '@/playground/server/serve-app';
import { writeCompletion } from '@/playground/server/write-completion';

const HOUR_MS = 3_600_000;

it('stops writing when the client disconnects', async () => {
  const request = { model: 'demo/assistant', messages: [], tools: [] };
  const reply = { reasoning: '', content: 'one two three four five', toolCalls: [] };
  const completion = createCompletion(request, reply, 0, () => 'id');
  let endWriting = (): void => {};
  const written = new Promise<void>((resolve) => {
    endWriting = resolve;
  });
  const app = new Hono();
  app.get('/', (context) =>
    streamSSE(context, (sse) => writeCompletion(sse, completion, HOUR_MS).finally(endWriting)),
  );
  const server = await serveApp(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());

  const client = new AbortController();
  const response = await fetch(server.url, { signal: client.signal });
  await response.body?.getReader().read();
  client.abort();
  await expect(written).resolves.toBeUndefined();
});
