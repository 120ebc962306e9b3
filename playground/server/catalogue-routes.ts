import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import { assertNever } from '../assert-never';
import { ruleSets } from '../rule-set-schema';
import { detailError } from './api-errors';
import type { EnvFile, EnvValues } from './env-file';
import type { ModelSource } from './model-source';
import { readBody } from './read-body';
import {
  computeFilters,
  type Filters,
  readFilters,
  rulesOf,
  rulesProblems,
  toFiltersJson,
} from './saved-rules';
import { unknownProvider } from './unknown-provider';

const saveBody = z.strictObject({ filters: ruleSets, base: ruleSets });

/**
 * Routes that the filter page needs and the real proxy's API lacks: the unfiltered models, and saving the rules of
 * several providers in one step. Neither returns nor changes rules of providers that the catalogue lacks.
 */
export function createCatalogueRoutes({ models, envFile }: { models: ModelSource; envFile: EnvFile }): Hono {
  const routes = new Hono();
  // Distinguishes playgrounds with different files; the hash hides the file's path.
  const instanceId = createHash('sha256').update(envFile.path).digest('hex').slice(0, 16);
  const isKnown = (provider: string) => models.providers.includes(provider);
  const knownOf = (filters: Filters): Filters =>
    new Map([...filters].filter(([provider]) => isKnown(provider)));

  routes.get('/admin/catalogue', async (context) => {
    const filters = toFiltersJson(knownOf(readFilters(await envFile.read())));
    const catalogue = await models.readAll();
    const providers = models.providers.map((name) => ({
      name,
      count: catalogue.idsOf(name)?.length ?? 0,
    }));
    return context.json({ instanceId, providers, filters });
  });

  routes.get('/admin/catalogue/:provider', async (context) => {
    const provider = context.req.param('provider');
    const ids = await models.idsOf(provider);
    return ids === null
      ? detailError(context, 404, unknownProvider(provider, models.providers))
      : context.json({ provider, models: ids });
  });

  routes.put('/admin/model-filters', async (context) => {
    const body = await readBody(context.req, saveBody);
    if (!body.ok) return detailError(context, 422, body.problem);
    const wanted: Filters = new Map(Object.entries(body.value.filters));
    const base = JSON.stringify(toFiltersJson(new Map(Object.entries(body.value.base))));
    const outcome = await envFile.update((values) => {
      const outcome = computeSave(values, wanted, base);
      return { changes: outcome.kind === 'saved' ? outcome.changes : new Map(), result: outcome };
    });
    switch (outcome.kind) {
      case 'saved':
        return context.json({ providers: outcome.providers });
      case 'refused':
        return detailError(context, 422, outcome.problems.join(' '));
      case 'conflict':
        return context.json({ detail: CONFLICT, saved: outcome.saved }, 409);
      default:
        return assertNever(outcome);
    }
  });

  function computeSave(values: EnvValues, wanted: Filters, base: string) {
    const unknown = [...wanted.keys()].filter((provider) => !isKnown(provider));
    if (unknown.length > 0) {
      return {
        kind: 'refused',
        problems: unknown.map((name) => unknownProvider(name, models.providers)),
      } as const;
    }
    const savedJson = toFiltersJson(knownOf(readFilters(values)));
    if (JSON.stringify(savedJson) !== base) return { kind: 'conflict', saved: savedJson } as const;
    const { changes, providers } = computeFilters(values, wanted, [...wanted.keys()]);
    // Rules that are already in the file stay unchanged, so they are not validated.
    const problems = providers.flatMap((provider) => rulesProblems(provider, rulesOf(wanted, provider)));
    if (problems.length > 0) return { kind: 'refused', problems } as const;
    return { kind: 'saved', changes, providers: providers.toSorted() } as const;
  }

  return routes;
}

const CONFLICT =
  'The saved rules have changed since they were read. Load the saved rules, then make your changes again.';
