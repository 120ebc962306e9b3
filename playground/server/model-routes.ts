import { Hono } from 'hono';
import { DEMO_MODEL_CARD } from './demo-model-card';
import type { ModelSource } from './model-source';
import type { Filters } from './saved-rules';
import { visibleModels } from './visible-models';

/** OpenAI's model list: the demo model first, then the models that the rules in force leave visible. */
export function createModelRoutes(deps: { models: ModelSource; readRules: () => Promise<Filters> }): Hono {
  const routes = new Hono();

  routes.get('/models', async (context) => {
    const filters = await deps.readRules();
    const ids = visibleModels(await deps.models.readAll(), filters).map(({ id }) => id);
    return context.json({ object: 'list', data: [DEMO_MODEL_CARD, ...ids.map(toCard)] });
  });

  return routes;
}

/** The entry of a model. As in the real proxy, `created` is the time of the request in seconds. */
function toCard(id: string) {
  const [provider] = id.split('/');
  return { id, object: 'model', created: Math.floor(Date.now() / 1000), owned_by: provider };
}
