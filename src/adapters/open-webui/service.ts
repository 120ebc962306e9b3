import type {
  PageService,
  ServiceAdapter,
  ServiceAnswer,
  ServiceRequest,
} from '@/src/core/adapter/service-adapter';
import { isStewardError, textError } from '@/src/core/errors';
import { type Said, say } from '@/src/schema/values/said';
import { computedCalls, messageWithEffects } from '../kit/calls';
import { isUnanswered, reasonIn } from '../kit/service-errors';
import { createSmallHalf, type ServedChange } from '../kit/small-half';
import { inForce, lineWithEffects } from '../kit/tool-results';
import { without } from '../kit/without';
import { consequences } from './consequences';
import { openWebui } from './definition';
import {
  type Flag,
  type ListedModel,
  type OpenWebuiContext,
  type OpenWebuiState,
  restorableState,
  sorted,
} from './model-flags';
import {
  createModelsApi,
  type ModelsApi,
  type OfferedModel,
  ONE_MODEL,
  type StoredModel,
} from './models-api';
import { computeCall } from './tools';

const ID = 'open-webui';

/** Reads and changes the models of an Open WebUI server over its API. */
export const openWebuiService: ServiceAdapter = {
  id: ID,
  keyName: say('open-webui.key.name'),
  mayNeedNoKey: false,
  keyHeaders: (key) => ({ Authorization: `Bearer ${key}` }),
  keyRefusal,
  createHalf(service: PageService) {
    const api = createModelsApi(service);
    return createSmallHalf<OpenWebuiContext, OpenWebuiState>(
      {
        id: ID,
        read: async (signal) => contextOf(await api.offered(signal), await api.stored(signal)),
        restorableState,
        computeCall,
        write: (state, signal, from) => write(api, from, state, signal),
        isOpen: isUnanswered,
        serve: (from, to, signal) => serve(api, from, to, signal),
      },
      [],
    );
  },
};

function contextOf(offered: readonly OfferedModel[], stored: readonly StoredModel[]): OpenWebuiContext {
  const settings = new Map(stored.map((model) => [model.id, model]));
  const names = new Map(offered.map(({ id, name }) => [id, name]));
  const models = sorted([...names.keys(), ...settings.keys()]).map((id): ListedModel => {
    const modelSettings = settings.get(id);
    // The name comes from the settings or from a connection; the id is a fallback for the type only.
    const name = modelSettings?.name ?? names.get(id) ?? id;
    const base = modelSettings?.base_model_id ?? null;
    const kind = base !== null ? 'custom' : names.has(id) ? 'base' : 'unavailable';
    return { id, name, kind, base, access: accessOf(modelSettings) };
  });
  return {
    disabled: sorted(stored.filter(({ is_active: isActive }) => !isActive).map(({ id }) => id)),
    hidden: sorted(stored.filter(({ meta }) => meta.hidden === true).map(({ id }) => id)),
    models,
  };
}

/**
 * The users who may choose a model. Without settings, or with settings that grant nobody access, only administrators
 * may.
 */
function accessOf(model: StoredModel | undefined): ListedModel['access'] {
  const readers = model?.access_grants.filter(({ permission }) => permission === 'read') ?? [];
  if (readers.length === 0) return 'administrators';
  const isPublic = readers.some((grant) => grant.principal_type === 'user' && grant.principal_id === '*');
  return isPublic ? 'everyone' : 'some';
}

/**
 * Sets the flags that differ between `from` and `to`, one model after another: the API has no request for several
 * models.
 */
async function write(
  api: ModelsApi,
  from: OpenWebuiState,
  to: OpenWebuiState,
  signal: AbortSignal,
): Promise<void> {
  const toToggle = differing(from, to, 'disabled');
  const toHide = differing(from, to, 'hidden');
  const ids = new Set([...toToggle, ...toHide]);
  if (ids.size === 0) return;
  const stored = new Map((await api.stored(signal)).map((model) => [model.id, model]));
  const offered = new Map((await api.offered(signal)).map((model) => [model.id, model]));
  const disabled = new Set(to.disabled);
  const hidden = new Set(to.hidden);
  for (const id of ids) {
    const isActive = !disabled.has(id);
    const isHidden = hidden.has(id);
    const model = stored.get(id);
    if (model !== undefined) {
      if (toToggle.has(id) && model.is_active !== isActive) await setActive(api, id, isActive, signal);
      const isHiddenNow = model.meta.hidden === true;
      if (toHide.has(id) && isHiddenNow !== isHidden) await api.setHidden(id, isHidden, signal);
    } else if (!isActive || isHidden) {
      const base = offered.get(id);
      if (base === undefined) throw textError('state-refused', say('open-webui.error.gone', { model: id }));
      await api.create({ ...base, isHidden }, isActive, signal);
    }
  }
}

/** Ids of the models whose flag differs. */
function differing(from: OpenWebuiState, to: OpenWebuiState, flag: Flag): Set<string> {
  return new Set([...without(to[flag], from[flag]), ...without(from[flag], to[flag])]);
}

async function setActive(api: ModelsApi, id: string, isActive: boolean, signal: AbortSignal): Promise<void> {
  const { is_active: isNow } = await api.toggle(id, signal);
  if (isNow === isActive) return;
  // Somebody else set the flag after it was read, so the request toggled it back: toggle it again.
  await api.toggle(id, signal);
}

/**
 * Lists the models, and compares the list with a change. The server goes on serving calls from its last listing, so only this puts a
 * change of flags in force.
 */
async function serve(
  api: ModelsApi,
  from: OpenWebuiState,
  to: OpenWebuiState,
  signal: AbortSignal,
): Promise<ServedChange> {
  const listed = await api.choosable(signal).catch((error: unknown) => {
    // The flags are set: what is unknown then is only what the server serves.
    if (isStewardError(error)) return null;
    throw error;
  });
  if (listed === null)
    return inForce('unknown', 'Unknown whether chats get the changed list: it could not be read.');
  const hiddenOf = new Map(listed.map(({ id, isHidden }) => [id, isHidden]));
  const [disabled, hidden] = [new Set(to.disabled), new Set(to.hidden)];
  const wrong = [...differing(from, to, 'disabled'), ...differing(from, to, 'hidden')].filter((id) =>
    disabled.has(id) ? hiddenOf.has(id) : hiddenOf.get(id) !== hidden.has(id),
  );
  if (wrong.length === 0) return inForce('yes', 'Checked: chats get the changed list of models.');
  return inForce(
    'no',
    `The list that chats get doesn’t show it yet for ${wrong.slice(0, 10).join(', ')}${wrong.length > 10 ? ' and others' : ''}: a model whose connection doesn’t offer it isn’t listed, and a server may keep the list for some time.`,
  );
}

/** Reasons with which the server answers 401 instead of 404 or 409; they do not concern the key. */
const NOT_ABOUT_THE_KEY = /^We could not find|model id is already registered/;

/**
 * The message for a refused key, which ends all requests until the user enters another one; null if the answer does not
 * refuse the key.
 */
function keyRefusal(answer: ServiceAnswer, { path }: ServiceRequest): Said | null {
  const { status } = answer;
  const reason = reasonIn(answer, 'detail');
  if ((status !== 401 && status !== 403) || path.startsWith(`${ONE_MODEL}?`)) return null;
  if (reason !== null && NOT_ABOUT_THE_KEY.test(reason)) return null;
  return reason === null
    ? say('open-webui.key.refused')
    : say('open-webui.key.refusedWithReason', { reason });
}

export const openWebuiCalls = computedCalls(openWebui, {
  computeCall,
  consequences,
  changed({ after }, before, done) {
    // Only what is served counts after a change, so what the flags lead to is said only once the server serves them.
    if (!done.success || done.data?.in_force !== 'yes') return done;
    const effects = consequences(before, after);
    return {
      ...done,
      message: messageWithEffects(done.message, effects),
      forUser: lineWithEffects(done.forUser ?? '', effects),
    };
  },
});
