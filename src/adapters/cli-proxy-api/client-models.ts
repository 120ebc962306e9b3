import type { PageService } from '@/src/core/adapter/service-adapter';
import { isStewardError } from '@/src/core/errors';
import type { WatchedModels } from './rule-step';

/** Time for which the list of models is read again, in milliseconds: the server answers a change before it has reloaded. */
const RELOAD_LIMIT_MS = 2_500;
const READ_EVERY_MS = 250;

/** The effect of a change on the list of models that clients get. */
export interface ClientEffect {
  /** Models that ought to be gone and are still listed: another account or key serves them. */
  stillServed: string[];
  /** Models that ought to be back and are not listed. */
  notServed: string[];
}

/** The list of models that clients get. */
export interface ClientModels {
  /** The listed ids; null if the list can't be read, e.g. without a client key. */
  read(clientKey: string | null, signal: AbortSignal): Promise<ReadonlySet<string> | null>;
  /**
   * Reads the list until it shows the whole effect, or until the time is over. `before`: the list before the change. Null if
   * the list can't be read.
   */
  effect(
    clientKey: string | null,
    watched: WatchedModels,
    before: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<ClientEffect | null>;
}

export function createClientModels(service: PageService): ClientModels {
  async function read(clientKey: string | null, signal: AbortSignal): Promise<ReadonlySet<string> | null> {
    if (clientKey === null) return null;
    const request = { method: 'GET' as const, path: '/v1/models', body: null };
    const headers = { Authorization: `Bearer ${clientKey}` };
    try {
      const { status, body } = await service.requestAsClient(request, headers, signal);
      const data = typeof body === 'object' && body !== null && !Array.isArray(body) ? body.data : null;
      if (status !== 200 || !Array.isArray(data)) return null;
      return new Set(data.flatMap((model) => idOf(model)));
    } catch (error) {
      // The change itself doesn't depend on this list.
      if (isStewardError(error)) return null;
      throw error;
    }
  }

  return {
    read,
    async effect(clientKey, { gone, back }, before, signal) {
      const expectedGone = gone.filter((id) => before.has(id));
      for (let waitedMs = 0; ; waitedMs += READ_EVERY_MS) {
        const now = await read(clientKey, signal);
        if (now === null) return null;
        const effect = {
          stillServed: expectedGone.filter((id) => now.has(id)),
          notServed: back.filter((id) => !now.has(id)),
        };
        const isWhole = effect.stillServed.length + effect.notServed.length === 0;
        if (isWhole || waitedMs >= RELOAD_LIMIT_MS) return effect;
        await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
      }
    },
  };
}

function idOf(model: unknown): string[] {
  const id = typeof model === 'object' && model !== null && 'id' in model ? model.id : null;
  return typeof id === 'string' ? [id] : [];
}
