import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { detailError } from './api-errors';

/** Serves the built page: its index at `/` and `/models`, its files, and 404 for other paths. */
export function servePage(folder: string): Hono {
  const routes = new Hono();

  routes.use('*', async (context, next) => {
    if (existsSync(join(folder, 'index.html'))) return next();
    return detailError(
      context,
      503,
      'The page has not been built yet. Run `npm run build:playground`, then load it again.',
    );
  });

  // Created per request: if it is created before the folder exists, it logs an error.
  const index = () => serveStatic({ root: folder, path: 'index.html' });
  routes.get('/', (context, next) => index()(context, next));
  routes.get('/models', (context, next) => index()(context, next));
  routes.get('*', (context, next) => serveStatic({ root: folder })(context, next));
  routes.all('*', (context) => detailError(context, 404, `There is nothing at ${context.req.path}.`));
  return routes;
}
