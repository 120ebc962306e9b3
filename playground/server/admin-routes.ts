import { Hono } from 'hono';
import { ruleSet } from '../rule-set-schema';
import { detailError } from './api-errors';
import { toConfigJson } from './config-json';
import type { EnvFile } from './env-file';
import type { ModelSource } from './model-source';
import { readBody } from './read-body';
import type { RulesInForce } from './rules-in-force';
import { computeFilters, readFilters, rulesOf, rulesProblems } from './saved-rules';
import { unknownProvider } from './unknown-provider';

interface AdminDeps {
  models: ModelSource;
  envFile: EnvFile;
  rules: RulesInForce;
  apiKey: string | null;
}

/**
 * The model-related part of the real proxy's admin API, with the same formats. Unlike the real proxy, it validates
 * rules before saving them. Saved rules take effect at the next start, or at once with --apply-at-once. Errors are `{
 * detail }`, with status 422 for an invalid body.
 */
export function createAdminRoutes({ models, envFile, rules, apiKey }: AdminDeps): Hono {
  const routes = new Hono();

  routes.get('/admin/config', async (context) => {
    return context.json(toConfigJson(await envFile.read(), models.providers, apiKey !== null));
  });

  routes.get('/admin/config/model-filters/:provider', async (context) => {
    const filters = readFilters(await envFile.read());
    return context.json(rulesOf(filters, context.req.param('provider').toLowerCase()));
  });

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

  routes.post('/admin/reload', async (context) => {
    await envFile.read();
    const message = rules.needRestart
      ? 'The file can be read. The rules in it take effect when the playground is restarted.'
      : 'The file can be read. The rules are read for each request, so they apply already.';
    return context.json({ status: 'ok', message });
  });

  routes.get('/health', (context) => context.json({ status: 'ok' }));

  routes.get('/providers', (context) => context.json(models.providers));

  return routes;
}
