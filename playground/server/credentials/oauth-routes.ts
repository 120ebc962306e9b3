import { Hono } from 'hono';
import { detailError } from '../api-errors';
import { readBody } from '../read-body';
import { clearHealthBody, oauthStartBody } from './credential-bodies';
import { unknownOAuth } from './find-credential';

/** The OAuth routes of the real proxy. The playground has no provider with OAuth, so all of them fail. */
export function createOAuthRoutes(): Hono {
  const routes = new Hono();

  routes.get('/admin/oauth/providers', (context) => context.json({ providers: [] }));

  routes.post('/admin/oauth/start', async (context) => {
    const body = await readBody(context.req, oauthStartBody);
    if (!body.ok) return detailError(context, 422, body.problem);
    const name = JSON.stringify(body.value.provider);
    return detailError(context, 400, `There is no OAuth provider ${name}: the playground has none.`);
  });

  routes.get('/admin/oauth/status/:flowId', (context) =>
    detailError(context, 404, 'There is no such sign-in: the playground has no OAuth providers.'),
  );

  routes.post('/admin/oauth/callback', (context) =>
    detailError(context, 404, 'There is no such sign-in: the playground has no OAuth providers.'),
  );

  routes.delete('/admin/credentials/oauth/:provider/:file', (context) => {
    const { provider, file } = context.req.param();
    return detailError(context, 404, unknownOAuth(provider, file));
  });

  routes.post('/admin/credentials/oauth/:provider/:file/clear-health', async (context) => {
    const body = await readBody(context.req, clearHealthBody);
    if (!body.ok) return detailError(context, 422, body.problem);
    if (!body.value.confirm) return detailError(context, 400, 'Clearing needs confirm to be true.');
    const { provider, file } = context.req.param();
    return detailError(context, 404, unknownOAuth(provider, file));
  });

  return routes;
}
