import { Hono } from 'hono';
import { z } from 'zod';
import { splitPatterns } from '../filter/rules';
import { detailError } from './api-errors';
import type { Catalogue } from './catalogue';
import { isSettableKey, toConfigJson } from './config-settings';
import type { EnvFile } from './env-file';
import { readBody } from './read-body';
import { ruleSetBody } from './rule-set-body';
import { parseRuleKey, planFilters, readFilters, rulesOf, rulesProblems } from './saved-rules';
import { unknownProvider } from './unknown-provider';

interface AdminDeps {
  catalogue: Catalogue;
  envFile: EnvFile;
  apiKey: string | null;
}

const configChanges = z.strictObject({ changes: z.record(z.string(), z.string().nullable()) });

/**
 * The admin API, with the routes and shapes of the proxy that the playground stands for. Unlike there, rules are
 * checked before they are saved, and take effect at once. Errors are `{ detail }`, 422 for a body that can't be used.
 */
export function createAdminRoutes({ catalogue, envFile, apiKey }: AdminDeps): Hono {
  const routes = new Hono();

  routes.get('/admin/config', async (context) =>
    context.json(toConfigJson(await envFile.read(), catalogue.providers, apiKey !== null)),
  );

  routes.patch('/admin/config', async (context) => {
    const body = await readBody(context.req, configChanges);
    if (!body.ok) return detailError(context, 422, body.problem);
    const changes = Object.entries(body.value.changes);
    const settable = changes.filter(([key]) => isSettableKey(key));
    const rejected = changes.map(([key]) => key).filter((key) => !isSettableKey(key));
    const problems = settable.flatMap(([key, value]) => settingProblems(catalogue, key, value));
    if (problems.length > 0) return detailError(context, 422, problems.join(' '));
    await envFile.update(() => ({ changes: new Map(settable), result: null }));
    const updated = settable.map(([key]) => key);
    return context.json({ updated, ...(rejected.length === 0 ? {} : { rejected }) });
  });

  routes.get('/admin/config/model-filters/:provider', async (context) => {
    const filters = readFilters(await envFile.read());
    return context.json(rulesOf(filters, context.req.param('provider').toLowerCase()));
  });

  routes.put('/admin/config/model-filters/:provider', async (context) => {
    const provider = context.req.param('provider').toLowerCase();
    const body = await readBody(context.req, ruleSetBody);
    if (!body.ok) return detailError(context, 422, body.problem);
    if (catalogue.idsOf(provider) === null) {
      return detailError(context, 422, unknownProvider(provider, catalogue));
    }
    const problems = rulesProblems(provider, body.value);
    if (problems.length > 0) return detailError(context, 422, problems.join(' '));
    await envFile.update((values) => {
      const wanted = new Map([[provider, body.value]]);
      return { changes: planFilters(readFilters(values), wanted, [provider]).changes, result: null };
    });
    return context.json({ provider, updated: true });
  });

  routes.post('/admin/reload', async (context) => {
    await envFile.read();
    const message = 'The file can be read. Rules are read anew for each request: they are in force already.';
    return context.json({ status: 'ok', message });
  });

  routes.get('/admin/credentials', (context) => {
    const entries = catalogue.providers.map((provider) => [provider, [demoCredential(provider)]]);
    return context.json({ api_keys: Object.fromEntries(entries), oauth: {} });
  });

  routes.get('/providers', (context) => context.json(catalogue.providers));

  routes.get('/health', (context) => context.json({ status: 'ok', models: catalogue.models.length }));

  return routes;
}

/** What is wrong with a setting that holds rules, one sentence each. Other settings are texts of any kind. */
function settingProblems(catalogue: Catalogue, key: string, value: string | null): string[] {
  const place = parseRuleKey(key);
  if (place === null) return [];
  if (catalogue.idsOf(place.provider) === null) return [unknownProvider(place.provider, catalogue)];
  const patterns = splitPatterns(value ?? '');
  return rulesProblems(place.provider, { ignore: [], whitelist: [], [place.kind]: patterns });
}

/** The playground has no keys of providers; what it shows in their place says so. */
function demoCredential(provider: string) {
  return { key_name: `${provider.toUpperCase()}_API_KEY`, masked_value: 'demo…none', provider };
}
