import { isJsonObject, type Json } from '@/src/schema/values/json';
import { MAX_LISTED_MODELS, MAX_MODEL_ID_LENGTH } from '@/src/schema/values/limits';
import { say } from '@/src/schema/values/said';
import { type StewardError, textError } from '../errors';
import type { ModelInfo } from './ai-service';
import { readModelFigures } from './read-model-figures';

/**
 * Reads the parsed response to `GET /models`: models in its order, each id once. An entry without an id, or with
 * one that is too long, is left out, since the others can be used. So is a model that the endpoint marks as inactive. A list that is too
 * long is cut. An empty list is valid.
 *
 * @param host the endpoint, for the error message
 * @throws StewardError `protocol` if it isn't such a list, or has entries but none with an id
 */
export function readModelList(body: unknown, host: string): ModelInfo[] {
  const entries = listIn(body);
  if (entries === null) throw notAListError(host);
  const models = new Map<string, ModelInfo>();
  let hasModel = false;
  for (const entry of entries) {
    if (models.size === MAX_LISTED_MODELS) break;
    const model = modelIn(entry);
    if (model === null || models.has(model.id)) continue;
    hasModel = true;
    if (!isInactive(entry)) models.set(model.id, model);
  }
  if (!hasModel && entries.length > 0) throw notAListError(host);
  return [...models.values()];
}

/** Members with the values that say that a model can't be called now. */
const INACTIVE = new RegExp(
  '^(?:(?:is_)?(?:active|enabled|available|online)=false|' +
    '(?:is_)?(?:disabled|inactive|archived|retired|offline|decommissioned)=true|' +
    '(?:status|state)=(?:in_?active|disabled|offline|retired|archived|unavailable|decommissioned|removed))$',
  'i',
);

function isInactive(entry: unknown): boolean {
  return (
    isJsonObject(entry) &&
    Object.entries(entry).some(
      ([name, value]) => typeof value !== 'object' && INACTIVE.test(`${name}=${value}`),
    )
  );
}

/** Members of a list's body that may have its reference to the next page. */
const PAGING = ['pagination', 'paging', 'page_info', 'links', '_links', 'meta'];

/**
 * Returns the query for the next page of the list; null if this is the last page. Of an address in `next`, only the
 * query is used, so that the endpoint can't redirect the request and its key to another server. A token, as in `next_page_token`, is sent
 * under the rest of its name, `page_token`.
 *
 * @param last id of this page's last model; undefined if the page has none
 */
export function nextPage(body: unknown, last: string | undefined): Record<string, string> | null {
  if (!isJsonObject(body) || last === undefined) return null;
  const members = [body, ...PAGING.map((name) => body[name]).filter(isJsonObject)].flatMap(
    Object.entries<Json>,
  );
  for (const [name, reference] of members) {
    const [, parameter] = /^(?:@odata\.)?next_?(.*)$/i.exec(name) ?? [];
    const value = isJsonObject(reference) ? reference.href : reference;
    if (parameter === undefined || !(typeof value === 'string' || typeof value === 'number') || value === '')
      continue;
    const text = String(value);
    // Without a `?`, `query` is the whole text. Only a query contains `=`; a token may end with it.
    const query = text.slice(text.indexOf('?') + 1);
    if (/[^=]=[^=]/.test(query)) return Object.fromEntries(new URLSearchParams(query));
    if (parameter !== '' && text.length <= MAX_TOKEN_LENGTH) return { [lowerFirst(parameter)]: text };
  }
  // OpenAI names this parameter `after`, Anthropic names it `after_id`.
  return body.has_more === true ? { after: last, after_id: last } : null;
}

/** Longest token for a page that is sent, in UTF-16 units. */
const MAX_TOKEN_LENGTH = 2_000;

function lowerFirst(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/**
 * The entries of a list of models; null if the body has none. In the OpenAI API the body is `{ data: [...] }`. Some
 * servers name the member `models`, send the list itself, or send null for an empty list.
 */
function listIn(body: unknown): readonly unknown[] | null {
  if (Array.isArray(body)) return body;
  if (!isJsonObject(body)) return null;
  const list = body.data === undefined ? body.models : body.data;
  if (list === null) return [];
  return Array.isArray(list) ? list : null;
}

/** Reads one entry without a schema: a schema takes seconds for a list with millions of entries. */
function modelIn(entry: unknown): ModelInfo | null {
  const fields: Record<string, unknown> = isJsonObject(entry) ? entry : { id: entry };
  const { id: stated = fields.name, owned_by: ownedBy } = fields;
  const id = typeof stated === 'number' ? String(stated) : stated;
  if (typeof id !== 'string' || id.trim() === '' || id.length > MAX_MODEL_ID_LENGTH) return null;
  const owner = typeof ownedBy === 'string' ? ownedBy.slice(0, MAX_MODEL_ID_LENGTH) : null;
  return { id, ownedBy: owner, ...readModelFigures(fields) };
}

function notAListError(host: string): StewardError {
  return textError('protocol', say('error.llm.notAList', { host }), { remedy: 'remedy.checkAddress' });
}
