import { Hono } from 'hono';
import { z } from 'zod';
import { splitPatterns } from '../filter/rules';
import { mapSchema } from '../map-schema';
import { detailError } from './api-errors';
import { isSettableKey, toConfigJson } from './config-settings';
import type { EnvFile } from './env-file';
import { readLatestAliases, readStripSuffixes } from './latest-aliases';
import type { ModelSource } from './model-source';
import { readBody } from './read-body';
import { ruleSetBody } from './rule-set-body';
import type { RulesInForce } from './rules-in-force';
import { parseRuleKey, planFilters, readFilters, rulesOf, rulesProblems } from './saved-rules';
import { unknownProvider } from './unknown-provider';
import { isHidden } from './visible-models';

interface AdminDeps {
  models: ModelSource;
  envFile: EnvFile;
  rules: RulesInForce;
  apiKey: string | null;
}

const configChanges = z.strictObject({ changes: mapSchema(z.string().nullable()) });

/**
 * The part of the real proxy's admin API that concerns its models, in the same formats. Unlike there, rules are validated before they
 * are saved. They take effect at the next start, unless the playground is started with --apply-at-once. Errors are `{
 * detail }`, with 422 for an invalid body.
 */
export function createAdminRoutes({ models, envFile, rules, apiKey }: AdminDeps): Hono {
  const routes = new Hono();

  routes.get('/admin/config', async (context) => {
    return context.json(toConfigJson(await envFile.read(), models.providers, apiKey !== null));
  });

  routes.patch('/admin/config', async (context) => {
    const body = await readBody(context.req, configChanges);
    if (!body.ok) return detailError(context, 422, body.problem);
    const changes = Object.entries(body.value.changes);
    const settable = changes.filter(([key]) => isSettableKey(key));
    const rejected = changes.map(([key]) => key).filter((key) => !isSettableKey(key));
    const problems = settable.flatMap(([key, value]) => settingProblems(models.providers, key, value));
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
    if (!models.providers.includes(provider)) {
      return detailError(context, 422, unknownProvider(provider, models.providers));
    }
    const problems = rulesProblems(provider, body.value);
    if (problems.length > 0) return detailError(context, 422, problems.join(' '));
    await envFile.update((values) => {
      const wanted = new Map([[provider, body.value]]);
      return { changes: planFilters(values, wanted, [provider]).changes, result: null };
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

  routes.get('/admin/latest-aliases', async (context) => {
    const values = await envFile.read();
    const filters = await rules.read();
    const aliases = [...readLatestAliases(values)].map(async ([alias, target]) => {
      const isKnown = (await models.find(target)) !== null;
      const status = !isKnown ? 'unknown' : isHidden(filters, target) ? 'hidden' : 'visible';
      return { alias, target, status };
    });
    return context.json({
      aliases: await Promise.all(aliases),
      strip_suffixes: readStripSuffixes(values),
    });
  });

  routes.get('/health', (context) => context.json({ status: 'ok' }));

  routes.get('/providers', (context) => context.json(models.providers));

  return routes;
}

/** Problems of a setting that holds rules, one sentence each. Other settings may be any text. */
function settingProblems(providers: readonly string[], key: string, value: string | null): string[] {
  const place = parseRuleKey(key);
  if (place === null) return [];
  if (!providers.includes(place.provider)) return [unknownProvider(place.provider, providers)];
  const patterns = splitPatterns(value ?? '');
  return rulesProblems(place.provider, { ignore: [], whitelist: [], [place.kind]: patterns });
}
