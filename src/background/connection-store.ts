import { StewardError } from '@/src/core/errors';
import type { Endpoint } from '@/src/core/llm/ai-service';
import type { EndpointPort } from '@/src/core/loop/ports';
import type { Connection, StewardDatabase } from '@/src/store/db';
import { stored } from './storage-error';

/** What the person entered about an endpoint. `key: null` keeps the stored one, an empty text removes it. */
export interface ConnectionInput {
  connectionId: string | null;
  label: string;
  baseUrl: string;
  key: string | null;
}

/** Connections and their keys. Keys leave this file as part of an Endpoint only, for the request itself. */
export interface ConnectionStore extends EndpointPort {
  /** Rejects with `invalid-message` for an address that is no http(s) URL. */
  save(input: ConnectionInput): Promise<{ connectionId: string }>;
  /** Rejects with `connection-missing`. */
  endpoint(connectionId: string): Promise<Endpoint>;
}

export function createConnectionStore(deps: {
  db: StewardDatabase;
  clock: { now(): number };
  ids: { newId(): string };
}): ConnectionStore {
  const { db } = deps;

  async function endpoint(connectionId: string): Promise<Endpoint> {
    return stored(() =>
      db.transaction('r', [db.connections, db.connectionKeys], async () => {
        const connection = await db.connections.get(connectionId);
        if (connection === undefined) throw missing();
        return {
          baseUrl: connection.baseUrl,
          key: (await db.connectionKeys.get(connectionId))?.key ?? null,
        };
      }),
    );
  }

  return {
    endpoint,

    async endpointOf(chat) {
      const { connectionId, model } = chat.settings;
      if (connectionId === null) throw missing();
      if (model === null) {
        throw new StewardError('model-missing', 'No model is chosen for this chat.', {
          remedy: 'Choose a model at the top of the panel.',
        });
      }
      return { endpoint: await endpoint(connectionId), model };
    },

    async save({ connectionId, label, baseUrl, key }) {
      const url = normaliseBaseUrl(baseUrl);
      const id = connectionId ?? deps.ids.newId();
      await stored(() =>
        db.transaction('rw', [db.connections, db.connectionKeys], async () => {
          const existing = await db.connections.get(id);
          if (connectionId !== null && existing === undefined) throw missing();
          // A key belongs to the origin it was entered for: a changed address must not carry it elsewhere.
          const moved = existing !== undefined && new URL(existing.baseUrl).origin !== new URL(url).origin;
          if (key !== null && key !== '') await db.connectionKeys.put({ connectionId: id, key });
          else if (key === '' || moved) await db.connectionKeys.delete(id);
          const row: Connection = {
            id,
            label: label === '' ? new URL(url).host : label,
            baseUrl: url,
            hasKey: (await db.connectionKeys.get(id)) !== undefined,
            createdAtMs: existing?.createdAtMs ?? deps.clock.now(),
          };
          await db.connections.put(row);
        }),
      );
      return { connectionId: id };
    },
  };
}

/** An address as a person types it, without query, fragment, credentials and slashes at the end. */
export function normaliseBaseUrl(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new StewardError('invalid-message', `"${text}" is no http or https address.`, {
      remedy: 'Enter the address up to its version, for example http://127.0.0.1:8787/v1.',
    });
  }
  if (url.username !== '' || url.password !== '') {
    throw new StewardError('invalid-message', 'The address holds a name or password.', {
      remedy: 'Leave them out of the address and use the key field.',
    });
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function missing(): StewardError {
  return new StewardError('connection-missing', 'No connection is set up for this chat.', {
    remedy: 'Open Connection and enter the endpoint’s address.',
  });
}
