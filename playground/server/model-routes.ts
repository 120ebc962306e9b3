import { Hono } from 'hono';
import { openAiError } from './api-errors';
import type { CatalogueModel } from './catalogue';
import { DEMO_MODEL_CARD, DEMO_MODEL_ID } from './demo-model-card';
import { modelNotFound } from './model-not-found';
import type { ModelSource } from './model-source';
import type { RulesInForce } from './rules-in-force';
import { isHidden, visibleModels } from './visible-models';

/** OpenAI's model list: the demo model first, then the models that the current rules leave visible. */
export function createModelRoutes(deps: { models: ModelSource; rules: RulesInForce }): Hono {
  const routes = new Hono();

  routes.get('/models', async (context) => {
    const filters = await deps.rules.read();
    const data = [DEMO_MODEL_CARD, ...visibleModels(await deps.models.readAll(), filters).map(toCard)];
    return context.json({ object: 'list', data });
  });

  routes.get('/models/:id{.+}', async (context) => {
    const id = context.req.param('id');
    if (id === DEMO_MODEL_ID) return context.json(DEMO_MODEL_CARD);
    const filters = await deps.rules.read();
    const model = isHidden(filters, id) ? null : await deps.models.find(id);
    return model === null ? openAiError(context, 404, modelNotFound(id)) : context.json(toCard(model));
  });

  return routes;
}

function toCard({ id, provider, createdS }: CatalogueModel) {
  return { id, object: 'model', ...(createdS === null ? {} : { created: createdS }), owned_by: provider };
}
