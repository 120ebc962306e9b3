import { z } from 'zod';
import { StewardError } from '../errors';
import type { ModelInfo } from './ai-service';
import { parseJson } from './parse-json';

const modelsSchema = z.array(z.object({ id: z.string().min(1), owned_by: z.string().nullish() }));

/** `{ data: [...] }` as the OpenAI API has it; some servers send the bare list, and null for an empty one. */
const modelListSchema = z.union([
  z.object({ data: modelsSchema.nullable() }).transform((body) => body.data ?? []),
  modelsSchema,
]);

/**
 * The models in the text of an answer to `GET /models`: in its order, each id once. An empty list is an answer.
 *
 * @param host the endpoint, for the error's sentence
 * @throws StewardError `protocol` if the text isn't JSON or isn't such a list.
 */
export function readModelList(body: string, host: string): ModelInfo[] {
  const parsed = modelListSchema.safeParse(parseJson(body));
  if (!parsed.success) {
    throw new StewardError('protocol', `The endpoint ${host} didn't answer with a list of models.`, {
      remedy: "Check the connection's address: it usually ends in /v1.",
    });
  }
  const models = new Map<string, ModelInfo>();
  for (const { id, owned_by } of parsed.data) {
    if (!models.has(id)) models.set(id, { id, ownedBy: owned_by ?? null });
  }
  return [...models.values()];
}
