import { z } from 'zod';
import type { PageService, ServiceAnswer, ServiceRequest } from '@/src/core/adapter/service-adapter';
import { type StewardError, textError } from '@/src/core/errors';
import { mapSchema } from '@/src/schema/map-schema';
import type { Json } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { refusedChange, unlikeApi } from '../kit/service-errors';

/** Path that reads the settings of one model. The server answers 401 if the key's owner may not read that model. */
export const ONE_MODEL = '/api/v1/models/model';

const json = z.custom<Json>();
const storedModel = z.object({
  id: z.string(),
  name: z.string(),
  base_model_id: z.string().nullable(),
  is_active: z.boolean(),
  meta: mapSchema(z.string(), json),
  params: mapSchema(z.string(), json),
  access_grants: z.array(
    z.object({ principal_type: z.string(), principal_id: z.string(), permission: z.string() }),
  ),
});
const readableModel = storedModel.extend({ write_access: z.boolean() });
const offeredModels = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullish(),
      info: z.object({ meta: z.object({ hidden: z.boolean().nullish() }).nullish() }).nullish(),
    }),
  ),
});

/** The server's settings of one model. A model that nobody has changed has none. */
export type StoredModel = z.output<typeof storedModel>;
/** A model that a connection or the server itself offers. */
export type OfferedModel = { id: string; name: string; isHidden: boolean };

/** The API for models, as far as Steward uses it. All methods reject with a StewardError only. */
export interface ModelsApi {
  /** Reads the settings of all models that have any. */
  stored(signal: AbortSignal): Promise<StoredModel[]>;
  /** Reads the models that the connections offer, whatever their settings. */
  offered(signal: AbortSignal): Promise<OfferedModel[]>;
  /** Reads the models that the key's owner can choose in chats. */
  choosable(signal: AbortSignal): Promise<OfferedModel[]>;
  /**
   * Toggles a model between enabled and disabled; the server has no request that sets the flag. Resolves with the
   * resulting settings.
   */
  toggle(id: string, signal: AbortSignal): Promise<StoredModel>;
  /**
   * Hides or shows a model that has settings. Reads the settings first, because the request replaces all of them except
   * access and `is_active`.
   */
  setHidden(id: string, isHidden: boolean, signal: AbortSignal): Promise<void>;
  /** Stores the first settings of a model. Access stays as it is without settings: administrators only. */
  create(model: OfferedModel, isActive: boolean, signal: AbortSignal): Promise<void>;
}

export function createModelsApi(service: PageService): ModelsApi {
  async function ask<Answer>(
    request: ServiceRequest,
    schema: z.ZodType<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    const answer = await service.request(request, signal);
    if (answer.status !== 200 && request.method !== 'GET') throw refused(answer);
    const parsed = schema.safeParse(answer.body);
    if (answer.status !== 200 || !parsed.success)
      throw unlikeApi(service.origin, 'Open WebUI', answer.status);
    return parsed.data;
  }
  const get = <Answer>(path: string, schema: z.ZodType<Answer>, signal: AbortSignal) =>
    ask({ method: 'GET', path, body: null }, schema, signal);
  const post = <Answer>(path: string, body: Json, schema: z.ZodType<Answer>, signal: AbortSignal) =>
    ask({ method: 'POST', path: `/api/v1/models/${path}`, body }, schema, signal);

  async function list(path: string, signal: AbortSignal): Promise<OfferedModel[]> {
    const { data } = await get(path, offeredModels, signal);
    // The page shows the id of a model that has no name.
    return data.map(({ id, name, info }) => ({
      id,
      name: name ?? id,
      isHidden: info?.meta?.hidden === true,
    }));
  }

  return {
    stored: (signal) => get('/api/v1/models/all', z.array(storedModel), signal),
    offered: (signal) => list('/api/models/base', signal),
    choosable: (signal) => list('/api/models', signal),
    // Ids may contain slashes, so the server takes them in the query.
    toggle: (id, signal) => post(`model/toggle?${new URLSearchParams({ id })}`, null, storedModel, signal),
    async setHidden(id, isHidden, signal) {
      const path = `${ONE_MODEL}?${new URLSearchParams({ id })}`;
      const answer = await service.request({ method: 'GET', path, body: null }, signal);
      const { data: model } = readableModel.safeParse(answer.body);
      if (answer.status !== 200 || model === undefined) throw refused(answer);
      // Without write access the answer omits the parameters, and the request below would erase them.
      if (!model.write_access) {
        throw textError('state-refused', say('open-webui.error.notEditable', { model: id }));
      }
      const { name, base_model_id, params } = model;
      const { hidden: _before, ...others } = model.meta;
      const meta = isHidden ? { ...others, hidden: true } : others;
      await post('model/update', { id, name, base_model_id, params, meta }, storedModel, signal);
    },
    async create({ id, name, isHidden }, isActive, signal) {
      const meta = isHidden ? { hidden: true } : {};
      const model = {
        id,
        name,
        base_model_id: null,
        meta,
        params: {},
        access_grants: [],
        is_active: isActive,
      };
      await post('create', model, storedModel, signal);
    },
  };
}

function refused(answer: ServiceAnswer): StewardError {
  return refusedChange(say('open-webui.error.refused'), answer, 'detail');
}
