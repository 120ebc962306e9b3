import { Hono } from 'hono';
import { ruleSet } from '../rule-set-schema';
import { detailError } from './api-errors';
import type { EnvFile } from './env-file';
import type { ModelSource } from './model-source';
import { readBody } from './read-body';
import { computeFilters, rulesProblems } from './saved-rules';
import { unknownProvider } from './unknown-provider';

/**
 * The part of the real proxy's admin API with which another program saves rules, with the same formats. Unlike the real
 * proxy, it validates rules before saving them. Saved rules take effect at the next start, or at once with
 * --apply-at-once. Errors are `{ detail }`, with status 422 for an invalid body.
 */
export function createAdminRoutes({ models, envFile }: { models: ModelSource; envFile: EnvFile }): Hono {
  const routes = new Hono();

  routes.put('/admin/config/model-filters/:provider', async (context) => {
    const provider = context.req.param('provider').toLowerCase();
    const body = await readBody(context.req, ruleSet);
    if (!body.ok) return detailError(context, 422, body.problem);
    if (!models.providers.includes(provider)) {
      return detailError(context, 422, unknownProvider(provider, models.providers));
    }
    const problems = rulesProblems(provider, body.value);
    if (problems.length > 0) return detailError(context, 422, problems.join(' '));
    await envFile.update((values) => {
      const wanted = new Map([[provider, body.value]]);
      return { changes: computeFilters(values, wanted, [provider]).changes, result: null };
    });
    return context.json({ provider, updated: true });
  });

  routes.get('/health', (context) => context.json({ status: 'ok' }));

  return routes;
}
