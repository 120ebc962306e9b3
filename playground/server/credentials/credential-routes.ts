import { Hono } from 'hono';
import { detailError } from '../api-errors';
import type { EnvFile } from '../env-file';
import { readBody } from '../read-body';
import { baseKeyName, keyHolderProblem, maskedKey, nextKeyName, readApiKeys } from './api-keys';
import { planBatchDelete } from './batch-delete';
import { apiKeyBody, batchDeleteBody, credentialProxyBody, customProviderBody } from './credential-bodies';
import { findApiKey } from './find-credential';

/**
 * The API keys of the file. The playground stores them, lists them masked, and deletes them, but never uses
 * them. Providers of the catalogue without a key are listed with a placeholder. Errors are `{ detail }`.
 */
export function createCredentialRoutes({
  envFile,
  catalogueProviders,
}: {
  envFile: EnvFile;
  catalogueProviders: readonly string[];
}): Hono {
  const routes = new Hono();

  routes.get('/admin/credentials', async (context) => {
    const lines = readApiKeys(await envFile.read());
    const names = [...new Set([...catalogueProviders, ...lines.map((line) => line.provider)])];
    const entries = names.map((provider) => {
      const own = lines.filter((line) => line.provider === provider);
      const keys = own.map(({ keyName, value }) => ({
        key_name: keyName,
        masked_value: maskedKey(value),
        provider,
      }));
      return [provider, keys.length === 0 ? [placeholder(provider)] : keys];
    });
    return context.json({ api_keys: Object.fromEntries(entries), oauth: {} });
  });

  routes.post('/admin/credentials/api-key', async (context) => {
    const body = await readBody(context.req, apiKeyBody);
    if (!body.ok) return detailError(context, 422, body.problem);
    const { provider, key } = body.value;
    const problem = keyHolderProblem(provider);
    if (problem !== null) return detailError(context, 422, problem);
    const key_name = await envFile.update((values) => {
      const name = nextKeyName(values, provider);
      return { changes: new Map([[name, key]]), result: name };
    });
    return context.json({ key_name, hot_loaded: false });
  });

  routes.delete('/admin/credentials/api-key/:provider/:keyName', async (context) => {
    const { provider, keyName } = context.req.param();
    const found = await envFile.update((values) => {
      const result = findApiKey(values, provider, keyName);
      return { changes: new Map(result.ok ? [[keyName, null]] : []), result };
    });
    return found.ok
      ? context.json({ deleted: keyName, removed_from_proxy: false })
      : detailError(context, found.status, found.problem);
  });

  routes.post('/admin/credentials/batch-delete', async (context) => {
    const body = await readBody(context.req, batchDeleteBody);
    if (!body.ok) return detailError(context, 422, body.problem);
    const { items, dry_run, confirm } = body.value;
    if (items.length === 0) return detailError(context, 400, 'Name at least one credential in items.');
    if (!dry_run && !confirm) {
      return detailError(context, 400, 'Deleting needs confirm to be true. With dry_run nothing is deleted.');
    }
    return context.json(await envFile.update((values) => planBatchDelete(values, items, dry_run)));
  });

  routes.post('/admin/credentials/custom-provider', async (context) => {
    const body = await readBody(context.req, customProviderBody);
    if (!body.ok) return detailError(context, 422, body.problem);
    const { name, base_url, api_key } = body.value;
    const problem = keyHolderProblem(name);
    if (problem !== null) return detailError(context, 422, problem);
    const changes = new Map([
      [`${name.toUpperCase()}_API_BASE`, base_url],
      [baseKeyName(name), api_key],
    ]);
    await envFile.update(() => ({ changes, result: null }));
    return context.json({ provider: name, plugin_registered: false, models_discovered: 0 });
  });

  routes.put('/admin/credentials/proxy', async (context) => {
    const body = await readBody(context.req, credentialProxyBody);
    if (!body.ok) return detailError(context, 422, body.problem);
    const { proxy_name } = body.value;
    // There are no network proxies, so every credential already has none.
    if (proxy_name === null) return context.json({ ok: true });
    return detailError(
      context,
      404,
      `There is no proxy ${JSON.stringify(proxy_name)}: the playground has none.`,
    );
  });

  routes.get('/admin/proxies', (context) => context.json({ proxies: [], default: null }));

  return routes;
}

/** Listed in place of a key, since the playground needs none. */
function placeholder(provider: string) {
  return { key_name: baseKeyName(provider), masked_value: 'demo…none', provider };
}
