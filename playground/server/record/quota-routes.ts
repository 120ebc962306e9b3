import { Hono } from 'hono';
import { z } from 'zod';
import { detailError } from '../api-errors';
import { readBody } from '../read-body';
import type { ChatRecord } from './chat-record';
import { quotaStats } from './quota-stats';

const refreshBody = z.object({
  action: z.string().default('reload'),
  scope: z.string().default('all'),
  provider: z.string().nullish(),
  credential: z.string().nullish(),
});

/** The usage statistics. They are computed for each request, so there is nothing to refresh. */
export function createQuotaRoutes(record: ChatRecord): Hono {
  const routes = new Hono();

  routes.get('/quota-stats', (context) => {
    const provider = context.req.query('provider') ?? null;
    return context.json(quotaStats(record.entries(), provider, Date.now()));
  });

  routes.post('/quota-stats', async (context) => {
    const body = await readBody(context.req, refreshBody);
    if (!body.ok) return detailError(context, 422, body.problem);
    const { action, scope, provider = null, credential = null } = body.value;
    const problem = refreshProblem(body.value);
    if (problem !== null) return detailError(context, 400, problem);
    const message = 'The counts are computed for each request: these are the latest.';
    return context.json({
      ...quotaStats(record.entries(), provider, Date.now()),
      data_source: 'refreshed',
      refresh_result: { action, scope, provider, credential, success: true, message },
    });
  });

  return routes;
}

/** The problem with a refresh request, as a sentence; null if there is none. */
function refreshProblem({ action, scope, provider, credential }: z.infer<typeof refreshBody>): string | null {
  if (!['reload', 'force_refresh'].includes(action)) return 'action can be reload or force_refresh.';
  if (!['all', 'provider', 'credential'].includes(scope)) {
    return 'scope can be all, provider or credential.';
  }
  if (scope !== 'all' && !provider) return `A refresh of scope ${scope} needs a provider.`;
  if (scope === 'credential' && !credential) return 'A refresh of scope credential needs a credential.';
  return null;
}
