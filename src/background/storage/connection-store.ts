import { normalForm } from '@/src/core/context/part-names';
import { type StewardError, textError } from '@/src/core/errors';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import { LOGIN_HEADER } from '@/src/core/llm/basic-login';
import { normaliseBaseUrl } from '@/src/core/llm/endpoint-address';
import type { Endpoint } from '@/src/core/records/endpoint';
import { HIDDEN_PART, shownAddress, withSecretSegments } from '@/src/core/secrets/secret-address';
import type { CommandOf } from '@/src/messages/commands';
import type { Chat } from '@/src/schema/chat';
import type { ChatSettings } from '@/src/schema/chat-settings';
import type { Connection } from '@/src/schema/connection';
import { say } from '@/src/schema/values/said';
import type { ConnectionSecrets, StewardDatabase } from '@/src/store/db';
import { startingWith } from '@/src/store/starting-with';
import { checkHeaders, mergeHeaders } from './connection-headers';
import { stored } from './storage-error';
import { keptUntilCommit, snapshot, transact } from './transact';

/** Data that the user entered for an endpoint. */
export type ConnectionInput = CommandOf<'save-connection'>['connection'];

/** Connections and their secrets. Secrets leave this file only as part of an Endpoint, for the request itself. */
export type ConnectionStore = ReturnType<typeof createConnectionStore>;

interface ConnectionStoreDeps {
  db: StewardDatabase;
  clock: { now(): number };
  ids: { newId(): string };
}

export function createConnectionStore({ db, clock, ids }: ConnectionStoreDeps) {
  return {
    ...endpointMethods(db, clock),

    /**
     * Stores a connection. Rejects with `invalid-message` for a base URL that is not http(s) or a header that cannot be
     * sent, and with `not-found` if the connection was deleted.
     *
     * @param testedModel the model that answered the connection's test; null if there is none
     * @param endsBare present if the answers of that model ended without a finish reason and usage
     */
    async save(
      input: ConnectionInput,
      testedModel: string | null,
      endsBare?: true,
    ): Promise<{ connectionId: string }> {
      const id = input.connectionId ?? ids.newId();
      const tables = [db.connections, db.connectionSecrets, db.cacheRefusals, db.modelChecks];
      await transact(db, tables, async () => {
        // The connection may now lead to another endpoint.
        await refusalsOf(db, id).delete();
        const { existing, baseUrl, secrets, prices } = await merged(db, id, input);
        const shown = shownAddress(baseUrl);
        if (existing?.baseUrl !== shown) await checksOf(db, id).delete();
        const others = await db.connections.where('id').notEqual(id).toArray();
        await db.connectionSecrets.put(shown === baseUrl ? secrets : { ...secrets, baseUrl });
        const row: Connection = {
          id,
          label: uniqueLabel(input.label === '' ? new URL(baseUrl).host : input.label, others),
          baseUrl: shown,
          hasKey: secrets.key !== null,
          headerNames: Object.keys(secrets.headers),
          createdAtMs: existing?.createdAtMs ?? clock.now(),
          ...settingsOf(input),
          ...(prices && { prices }),
          ...(testedModel !== null && { testedModel, ...(endsBare && { endsBare }) }),
        };
        await db.connections.put(row);
      });
      return { connectionId: id };
    },

    /** The endpoint as `save` would store it, for a test. Stores nothing. Rejects as `save` does. */
    async trial(input: ConnectionInput): Promise<Endpoint> {
      const read = () => merged(db, input.connectionId ?? '', input);
      const { baseUrl, secrets } = await snapshot(db, [db.connections, db.connectionSecrets], read);
      const { key, headers } = secrets;
      return { baseUrl, key, headers, ...settingsOf(input) };
    },

    /** The newest connection with a tested model, and that model, for chats without a model; null if there is none. */
    async testedTarget(): Promise<{ connectionId: string; model: string } | null> {
      const rows = await stored(() => db.connections.orderBy('createdAtMs').reverse().toArray());
      for (const { id, testedModel, isFromFile } of rows) {
        if (testedModel !== undefined && !isFromFile) return { connectionId: id, model: testedModel };
      }
      return null;
    },

    /** Deletes the connection with its secrets, its list of models and their checks. */
    async remove(connectionId: string) {
      await transact(
        db,
        [db.connections, db.connectionSecrets, db.modelLists, db.cacheRefusals, db.modelChecks],
        async () => {
          await db.connections.delete(connectionId);
          await db.connectionSecrets.delete(connectionId);
          await db.modelLists.delete(connectionId);
          await refusalsOf(db, connectionId).delete();
          await checksOf(db, connectionId).delete();
        },
      );
    },

    /** Stores the user's prices for a model; null removes them. Rejects with `not-found` if the connection was deleted. */
    async setPrices(connectionId: string, model: string, prices: CommandOf<'set-prices'>['prices']) {
      await transact(db, db.connections, async () => {
        const row = await db.connections.get(connectionId);
        if (row === undefined) throw textError('not-found', 'error.storage.connection.deleted');
        const others = (row.prices ?? []).filter((one) => one.model !== model);
        await db.connections.put({
          ...row,
          prices: prices === null ? others : [...others, { model, ...prices }],
        });
      });
    },

    /** Makes a connection from a file usable once a test has reached its stored address; null for a connection that isn't stored. */
    async noteTest(connectionId: string | null, { baseUrl }: Endpoint) {
      await transact(db, db.connections, async () => {
        const row = await db.connections.get(connectionId ?? '');
        if (row?.isFromFile !== true || row.baseUrl !== shownAddress(baseUrl)) return;
        const { isFromFile: _, ...usable } = row;
        await db.connections.put(usable);
      });
    },
  };
}

/**
 * Creates the methods that read the endpoints of chats and the properties of their models. They include those of the core's
 * `EndpointPort`.
 */
function endpointMethods(db: StewardDatabase, clock: ConnectionStoreDeps['clock']) {
  const endpoints = keptUntilCommit<Endpoint>(db, [db.connections, db.connectionSecrets]);
  const refusals = keptUntilCommit<boolean>(db, [db.cacheRefusals]);
  /** A list may have thousands of models, and is needed after each answer. */
  const lists = keptUntilCommit<ReadonlyMap<string, ModelInfo>>(db, [db.modelLists]);

  function modelsOf(connectionId: string): Promise<ReadonlyMap<string, ModelInfo>> {
    return lists(connectionId, async () => {
      const row = await stored(() => db.modelLists.get(connectionId));
      return byId(row?.models ?? []);
    });
  }

  /** Rejects with `connection-missing`. */
  function endpoint(connectionId: string): Promise<Endpoint> {
    return endpoints(connectionId, () => readEndpoint(db, connectionId));
  }

  return {
    endpoint,

    async endpointOf(chat: Chat) {
      const { connectionId, model } = await targetOf(db, chat);
      if (connectionId === null) throw missing();
      if (model === null) {
        throw textError('model-missing', 'error.storage.connection.noModel', {
          remedy: 'remedy.chooseModel',
        });
      }
      return { connectionId, endpoint: await endpoint(connectionId), model };
    },

    async traitsOf(chat: Chat) {
      const { connectionId, model } = await targetOf(db, chat);
      const said = chat.settings.takesImages;
      if (connectionId === null || model === null) {
        return { acceptsCacheControl: true, takesImages: said ?? false };
      }
      const isRefused = await refusals(JSON.stringify([connectionId, model]), async () => {
        const refusal = await stored(() => db.cacheRefusals.get([connectionId, model]));
        return refusal !== undefined;
      });
      const listed = (await modelsOf(connectionId)).get(model)?.takesImages;
      return { acceptsCacheControl: !isRefused, takesImages: said ?? listed ?? false };
    },

    async noteCacheRefusal(chat: Chat, reason: string) {
      const { connectionId, model } = await targetOf(db, chat);
      if (connectionId === null || model === null) throw missing();
      await stored(() => db.cacheRefusals.put({ connectionId, model, reason, atMs: clock.now() }));
    },

    /** Deletes the stored refusal of cache marks by the chat's model, so that marks are sent again. */
    async forgetCacheRefusal(chat: Chat) {
      const { connectionId, model } = chat.settings;
      if (connectionId !== null && model !== null) {
        await stored(() => db.cacheRefusals.delete([connectionId, model]));
      }
    },

    /** Stores the endpoint's model list, which is displayed while the list is requested again. A connection deleted meanwhile has none. */
    async keepModels(connectionId: string, models: ModelInfo[]) {
      await transact(db, [db.connections, db.modelLists], async () => {
        if ((await db.connections.get(connectionId)) !== undefined) {
          await db.modelLists.put({ connectionId, models });
        }
      });
    },

    /** The model's entry in the endpoint's last list; null if the list lacks it. */
    async modelInfo(connectionId: string, model: string): Promise<ModelInfo | null> {
      return (await modelsOf(connectionId)).get(model) ?? null;
    },
  };
}

/** Reads the connection's address, secrets and settings. Rejects with `connection-missing`, and with `endpoint-not-allowed` if nobody here has tested or saved it. */
export async function readEndpoint(db: StewardDatabase, connectionId: string): Promise<Endpoint> {
  return snapshot(db, [db.connections, db.connectionSecrets], async () => {
    const connection = await db.connections.get(connectionId);
    if (connection === undefined) throw missing();
    if (connection.isFromFile) {
      const { label } = connection;
      throw textError('endpoint-not-allowed', say('error.storage.connection.untested', { label }));
    }
    const secrets = await db.connectionSecrets.get(connectionId);
    const { baseUrl, responsesModels, testedModel, endsBare } = connection;
    return {
      baseUrl: secrets?.baseUrl ?? baseUrl,
      key: secrets?.key ?? null,
      // A connection without secrets has no row in this table.
      headers: secrets?.headers ?? {},
      ...settingsOf(connection),
      ...(responsesModels !== undefined && { responsesModels }),
      ...(endsBare && testedModel !== undefined && { endsBare: testedModel }),
    };
  });
}

function settingsOf({ waits, wire }: Pick<ConnectionInput, 'waits' | 'wire'>) {
  return { ...(waits !== undefined && { waits }), ...(wire != null && { wire }) };
}

/** The chat's current connection and model. Rejects with `model-missing` if its alias was deleted. */
async function targetOf(
  db: StewardDatabase,
  { settings }: Chat,
): Promise<Pick<ChatSettings, 'connectionId' | 'model'>> {
  const { modelAlias } = settings;
  if (modelAlias === null) return settings;
  const alias = await stored(() => db.modelAliases.get(modelAlias));
  if (alias !== undefined) return alias;
  throw textError('model-missing', say('error.storage.alias.deleted', { alias: modelAlias }), {
    remedy: 'remedy.chooseModel',
  });
}

/** The entered connection with the stored key and header values that it keeps. Must run in a transaction. */
async function merged(db: StewardDatabase, id: string, input: ConnectionInput) {
  checkHeaders(input.headers);
  const existing = await db.connections.get(id);
  if (input.connectionId !== null && existing === undefined) {
    throw textError('not-found', 'error.storage.connection.deleted');
  }
  const old = await db.connectionSecrets.get(id);
  const baseUrl = normaliseBaseUrl(withSecretSegments(input.baseUrl, old?.baseUrl ?? null) ?? hiddenPart());
  // Secrets and prices belong to the origin for which they were entered: a changed base URL must not send secrets elsewhere.
  const stays = existing !== undefined && originOf(existing.baseUrl) === originOf(baseUrl);
  const secrets = mergeSecrets(id, input, stays ? old : undefined);
  if (secrets.key !== null && LOGIN_HEADER in secrets.headers)
    throw textError('invalid-message', 'error.llm.loginAndKey');
  return { existing, baseUrl, secrets, prices: stays ? existing.prices : undefined };
}

function refusalsOf(db: StewardDatabase, connectionId: string) {
  return startingWith(db.cacheRefusals, '[connectionId+model]', connectionId);
}

function checksOf(db: StewardDatabase, connectionId: string) {
  return startingWith(db.modelChecks, '[connectionId+model]', connectionId);
}

/**
 * Adds a number to the label if another connection has the same one, because users distinguish connections by their
 * labels.
 */
export function uniqueLabel(label: string, others: readonly Connection[]): string {
  const taken = others.map((other) => normalForm(other.label));
  let unique = label;
  for (let number = 2; taken.includes(normalForm(unique)); number += 1) {
    // Cut the label, so that the numbered label doesn't exceed the limit of a settings file.
    unique = `${label.slice(0, 90)} (${number})`;
  }
  return unique;
}

function byId(models: readonly ModelInfo[]): ReadonlyMap<string, ModelInfo> {
  return new Map(models.map((model) => [model.id, model]));
}

function mergeSecrets(
  connectionId: string,
  input: ConnectionInput,
  kept: ConnectionSecrets | undefined,
): ConnectionSecrets {
  const key = input.key ?? kept?.key ?? null;
  return {
    connectionId,
    key: key === '' ? null : key,
    // A new connection has no stored headers.
    headers: mergeHeaders(input.headers, kept?.headers ?? {}),
  };
}

function hiddenPart(): never {
  throw textError('invalid-message', say('error.storage.connection.hiddenPart', { mark: HIDDEN_PART }));
}

function originOf(url: string): string {
  return new URL(url).origin;
}

function missing(): StewardError {
  return textError('connection-missing', 'error.storage.connection.missing');
}
