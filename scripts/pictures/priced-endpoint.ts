import { Hono } from 'hono';
import { DEMO_MODEL_ID } from '@/playground/server/demo-model-card';
import { type RunningServer, serveApp } from '@/playground/server/serve-app';

/** Fields that an endpoint with prices adds to a model in its list: dollars per token, and the size of the context window. */
const FIGURES = { pricing: { prompt: '0.0000025', completion: '0.00001' }, context_length: 128_000 };

/** An endpoint that lists the demo model alone, with prices, which the playground has none of. It passes all other requests on to the playground. */
export function startPricedEndpoint(playgroundUrl: string): Promise<RunningServer> {
  const app = new Hono();
  app.get('/v1/models', (context) =>
    context.json({ object: 'list', data: [{ id: DEMO_MODEL_ID, object: 'model', ...FIGURES }] }),
  );
  app.all('*', async ({ req }) => {
    const body = req.method === 'GET' ? undefined : await req.text();
    const {
      body: answer,
      status,
      headers,
    } = await fetch(`${playgroundUrl}${req.path}`, {
      method: req.method,
      headers: req.header(),
      ...(body !== undefined && { body }),
    });
    return new Response(answer, { status, headers });
  });
  return serveApp(app, { host: '127.0.0.1', port: 0 });
}
