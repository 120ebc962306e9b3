import { isJsonObject } from '@/src/schema/values/json';
import { MAX_MODEL_ID_LENGTH } from '@/src/schema/values/limits';
import { StewardError } from '../errors';
import type { ModelInfo } from './ai-service';
import { MODEL_LIST_BOUNDS, parseJson } from './parse-json';
import { readModelFigures } from './read-model-figures';

/** Maximum number of models kept of one list. */
export const MAX_LISTED_MODELS = 10_000;

/**
 * Parses the response to `GET /models`: models in its order, each id once. An entry without an id, or with
 * one that is too long, is left out, since the others can be used. A list that is too long is cut. An empty
 * list is valid.
 *
 * @param host the endpoint, for the error message
 * @throws StewardError `protocol` if the text isn't JSON, isn't such a list, has entries but none with an id,
 * or is too large
 */
export function readModelList(body: string, host: string): ModelInfo[] {
  const entries = listIn(parseJson(body, MODEL_LIST_BOUNDS));
  if (entries === null) throw notAListError(host);
  const models = new Map<string, ModelInfo>();
  for (const entry of entries) {
    if (models.size === MAX_LISTED_MODELS) break;
    const model = modelIn(entry);
    if (model !== null && !models.has(model.id)) models.set(model.id, model);
  }
  if (models.size === 0 && entries.length > 0) throw notAListError(host);
  return [...models.values()];
}

/** `{ data: [...] }` in the OpenAI API. Some servers send only the list, or null for an empty one. */
function listIn(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body;
  if (!isJsonObject(body)) return null;
  if (body.data === null) return [];
  return Array.isArray(body.data) ? body.data : null;
}

/** Not a schema, which takes seconds for a list with millions of entries. */
function modelIn(entry: unknown): ModelInfo | null {
  if (!isJsonObject(entry)) return null;
  const { id, owned_by: ownedBy } = entry;
  if (typeof id !== 'string' || id.trim() === '' || id.length > MAX_MODEL_ID_LENGTH) return null;
  const owner = typeof ownedBy === 'string' ? ownedBy.slice(0, MAX_MODEL_ID_LENGTH) : null;
  return { id, ownedBy: owner, ...readModelFigures(entry) };
}

function notAListError(host: string): StewardError {
  return new StewardError('protocol', `The endpoint ${host} didn’t answer with a list of models.`, {
    remedy: 'Check the connection’s address: it usually ends in /v1.',
  });
}
