import { StewardError } from '../errors';
import type { ModelInfo } from './ai-service';
import { MODEL_LIST_BOUNDS, parseJson } from './parse-json';

/** Models of one list that are kept. */
export const MAX_LISTED_MODELS = 10_000;

/** UTF-16 units of a model's id. */
export const MAX_MODEL_ID_LENGTH = 500;

/**
 * The models in the text of an answer to `GET /models`: in its order, each id once. An entry without an id that can be
 * asked for, or with a longer one than Steward takes, is left out, since the others can be used. Of a list that is too
 * long the first ones are kept. An empty list is an answer.
 *
 * @param host the endpoint, for the error's sentence
 * @throws StewardError `protocol` if the text isn't JSON, isn't such a list, or has entries but none with an id, or is too large.
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

/** `{ data: [...] }` as the OpenAI API has it; some servers send the bare list, and null for an empty one. */
function listIn(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body;
  if (!isRecord(body)) return null;
  if (body.data === null) return [];
  return Array.isArray(body.data) ? body.data : null;
}

/** By hand: a schema takes seconds for a list with millions of entries. */
function modelIn(entry: unknown): ModelInfo | null {
  if (!isRecord(entry)) return null;
  const { id, owned_by: ownedBy } = entry;
  if (typeof id !== 'string' || id === '' || id.length > MAX_MODEL_ID_LENGTH) return null;
  return { id, ownedBy: typeof ownedBy === 'string' ? ownedBy.slice(0, MAX_MODEL_ID_LENGTH) : null };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notAListError(host: string): StewardError {
  return new StewardError('protocol', `The endpoint ${host} didn't answer with a list of models.`, {
    remedy: "Check the connection's address: it usually ends in /v1.",
  });
}
