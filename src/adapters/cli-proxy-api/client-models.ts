import type { PageService } from '@/src/core/adapter/service-adapter';
import { isStewardError } from '@/src/core/errors';
import type { ToolResult } from '@/src/core/records/tool-result';
import { countOf, listed } from '../kit/tool-results';

/** Time for which the list of models is read again, in milliseconds: the server answers a change before it has reloaded. */
const RELOAD_LIMIT_MS = 2_500;
const READ_EVERY_MS = 250;

/**
 * Reads the list of models that clients get, before a change of rules. The result says afterwards how the list differs: aliases,
 * prefixes and other accounts decide which names a model has there, so no name is expected.
 */
export async function watchClientModels(
  service: PageService,
  clientKey: string | null,
  signal: AbortSignal,
): Promise<() => Promise<Pick<ToolResult, 'message' | 'data'>>> {
  const before = await readIds(service, clientKey, signal);
  return async () => {
    let now = before;
    for (let waitedMs = 0; now !== null && waitedMs <= RELOAD_LIMIT_MS; waitedMs += READ_EVERY_MS) {
      const read = await readIds(service, clientKey, signal);
      // The server registers one account after the other, so the list may be half changed when it first differs.
      const isSettled = !isSame(now, before) && isSame(read, now);
      now = read;
      if (isSettled) break;
      await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
    }
    if (before === null || now === null) {
      return { message: 'Which models clients get now could not be checked.' };
    }
    return differenceInWords(without(before, now), without(now, before));
  };
}

function differenceInWords(lost: string[], got: string[]): Pick<ToolResult, 'message' | 'data'> {
  const parts = [
    ...(lost.length === 0 ? [] : [`don’t get ${countOf(lost.length, 'model')} any more`]),
    ...(got.length === 0 ? [] : [`get ${countOf(got.length, 'model')} that they didn’t get before`]),
  ];
  const message =
    parts.length === 0
      ? 'Clients get the same models as before: other accounts or keys decide about them, or the server has not applied the change yet.'
      : `Checked: clients ${parts.join(', and ')}.`;
  return { message, data: { ...listed('clients_lost', lost), ...listed('clients_got', got) } };
}

/** The listed ids, sorted; null if the list can't be read, e.g. without a client key. */
async function readIds(
  service: PageService,
  clientKey: string | null,
  signal: AbortSignal,
): Promise<string[] | null> {
  if (clientKey === null) return null;
  const request = { method: 'GET' as const, path: '/v1/models', body: null };
  const headers = { Authorization: `Bearer ${clientKey}` };
  try {
    const { status, body } = await service.requestAsClient(request, headers, signal);
    const data = typeof body === 'object' && body !== null && !Array.isArray(body) ? body.data : null;
    if (status !== 200 || !Array.isArray(data)) return null;
    return data.flatMap((model) => idOf(model)).sort();
  } catch (error) {
    // The change itself doesn't depend on this list.
    if (isStewardError(error)) return null;
    throw error;
  }
}

function idOf(model: unknown): string[] {
  const id = typeof model === 'object' && model !== null && 'id' in model ? model.id : null;
  return typeof id === 'string' ? [id] : [];
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
}

function isSame(one: readonly string[] | null, other: readonly string[] | null): boolean {
  return one?.join('\n') === other?.join('\n');
}
