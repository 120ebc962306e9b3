import { z } from 'zod';
import { StewardError } from '../errors';
import type { ModelInfo } from './ai-service';
import { MODEL_LIST_BOUNDS, parseJson } from './parse-json';

/** `{ data: [...] }` as the OpenAI API has it; some servers send the bare list, and null for an empty one. */
const modelListSchema = z.union([
  z.object({ data: z.array(z.unknown()).nullable() }).transform((body) => body.data ?? []),
  z.array(z.unknown()),
]);

const modelSchema = z.object({ id: z.string().min(1), owned_by: z.string().nullish().catch(null) });

/**
 * The models in the text of an answer to `GET /models`: in its order, each id once. An entry without an id that can be
 * asked for is left out, since the others can be used. An empty list is an answer.
 *
 * @param host the endpoint, for the error's sentence
 * @throws StewardError `protocol` if the text isn't JSON, isn't such a list, or has entries but none with an id, or is too large.
 */
export function readModelList(body: string, host: string): ModelInfo[] {
  const list = modelListSchema.safeParse(parseJson(body, MODEL_LIST_BOUNDS));
  if (!list.success) throw notAListError(host);
  const models = new Map<string, ModelInfo>();
  for (const entry of list.data) {
    const { data: model } = modelSchema.safeParse(entry);
    if (model === undefined || models.has(model.id)) continue;
    models.set(model.id, { id: model.id, ownedBy: model.owned_by ?? null });
  }
  if (models.size === 0 && list.data.length > 0) throw notAListError(host);
  return [...models.values()];
}

function notAListError(host: string): StewardError {
  return new StewardError('protocol', `The endpoint ${host} didn't answer with a list of models.`, {
    remedy: "Check the connection's address: it usually ends in /v1.",
  });
}
