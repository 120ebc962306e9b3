import type { StateHalf } from '@/src/core/adapter/page-half';
import type { PageService, ServiceAnswer, ServiceRequest } from '@/src/core/adapter/service-adapter';
import { type StewardError, textError } from '@/src/core/errors';
import { failure } from '@/src/core/records/tool-result';
import type { ToolResult } from '@/src/schema/tool-result';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { createEntriesHalf, HeldUp, NEVER } from '../kit/entries/entries-half';
import { refusedChange, unlikeApi } from '../kit/service-errors';
import { WRONG_WAY } from '../kit/wrong-way';
import {
  type Channel,
  type ChannelState,
  changedFields,
  channelOf,
  type NewApiContext,
  namesIn,
  restorableState,
  stateOfChannel,
  UPSTREAM_REFUSED,
} from './channels';

/** Longest page of the list. */
const PAGE_LENGTH = 100;
/** Most pages of the list: as many channels as a context may have. */
const MAX_PAGES = 200;
/** Time for which a reading is reused, in milliseconds for each request that it took: the server takes 180 requests in 180 s. */
const STANDS_MS = 1_000;
/** The status with which the server refuses a request that exceeds its limit; such an answer has no body. */
export const LIMITED = 429;

/** The server's API, as somebody who may change channels. Rejects with `page-key` for anybody else. */
type ChannelsApi = Pick<PageService, 'origin' | 'request'>;

interface Answer extends ServiceAnswer {
  origin: string;
}

/** Sends a request to the API; the path is that after `/api`. */
type Ask = (
  method: ServiceRequest['method'],
  path: string,
  body: Json,
  signal: AbortSignal,
) => Promise<Answer>;

/**
 * Reads and changes the channels of a new-api over its admin API. `noticesChanges`: true if `forget` is called after each change by the
 * page, so that a reading can be reused for a time.
 */
export function createChannelsHalf(
  { origin, request }: ChannelsApi,
  noticesChanges: boolean,
): { half: StateHalf; forget(): void } {
  const ask: Ask = async (method, path, body, signal) => ({
    origin,
    ...(await request({ method, path: `/api${path}`, body }, signal)),
  });
  /** The last reading; null if a change was noticed since. */
  let lastReading: { context: NewApiContext; untilMs: number } | null = null;
  /** Number of times that the last reading was forgotten. */
  let forgotten = 0;
  /** True once the server has turned out to have no route for a channel's status. */
  let setsStatusByPut = false;
  /**
   * The channel that was last read by itself, with the members that Steward doesn't use: a change has to send them back. It never
   * leaves this half.
   */
  let raw: JsonObject = {};

  /** Sends a request of a change. Rejects with a {@link HeldUp} if the server's rate limit refuses it: it then did nothing. */
  async function askForChange(method: ServiceRequest['method'], path: string, body: Json): Promise<Answer> {
    if (method !== 'GET') forget();
    const answer = await ask(method, path, body, NEVER);
    if (answer.status === LIMITED) throw new HeldUp(noData(answer));
    return answer;
  }

  function forget(): void {
    lastReading = null;
    forgotten += 1;
  }

  async function readAll(get: (path: string) => Promise<Answer>): Promise<NewApiContext> {
    const begunAt = forgotten;
    const { context, requests } = await readChannels(get);
    // If something was changed during the reading, it may lack the change.
    if (noticesChanges && forgotten === begunAt)
      lastReading = { context, untilMs: performance.now() + requests * STANDS_MS };
    return context;
  }

  /** Reads all channels for a change. */
  async function readAgain(): Promise<NewApiContext> {
    forget();
    return readAll((path) => askForChange('GET', path, null));
  }

  /**
   * Later versions of the server have a separate route for the status. They refuse a request that changes it together with
   * anything else.
   */
  async function writeStatus(id: string, status: number): Promise<void> {
    if (!setsStatusByPut) {
      const answer = await askForChange('POST', `/channel/${id}/status`, { status });
      if (answer.status !== 404 || !isJsonObject(answer.body) || answer.body.error === undefined) {
        assertTaken(answer);
        return;
      }
      setsStatusByPut = true;
    }
    assertTaken(await askForChange('PUT', '/channel/', { id: Number(id), status }));
  }

  return {
    forget,
    half: createEntriesHalf({
      id: 'new-api',
      noun: 'Channel',
      async getContext(signal) {
        if (lastReading !== null && performance.now() < lastReading.untilMs) return lastReading.context;
        return readAll((path) => ask('GET', path, null, signal));
      },
      // The caller passes only contexts that this half returned.
      stateOf: (context) => restorableState(context as NewApiContext),
      stateNow: async () => restorableState(await readAgain()),
      async entry(id) {
        const answer = await askForChange('GET', `/channel/${id}`, null);
        const data = dataOf(answer);
        const channel = channelOf(data);
        if (channel !== null && String(channel.id) === id) {
          raw = data as JsonObject; // channelOf returns null for anything else.
          return stateOfChannel(channel);
        }
        // Some versions refuse without saying that the channel is missing. The list of channels shows it.
        const { channels } = await readAgain();
        if (channels.some((listed) => String(listed.id) === id)) throw noData(answer);
        return null;
      },
      async write(id, { on, ...members }: Partial<ChannelState>) {
        const fields = changedFields(raw, members);
        if (Object.keys(fields).length > 0)
          assertTaken(await askForChange('PUT', '/channel/', { id: Number(id), ...fields }));
        if (on !== undefined) await writeStatus(id, on ? 1 : 2);
      },
      query: (_tool, input, signal) => query(ask, input, signal),
    }),
  };
}

function dataIn(answer: Answer): Json {
  const data = dataOf(answer);
  if (data === undefined) throw noData(answer);
  return data;
}

/** The error for an answer without the data that was asked for. */
function noData({ origin, status }: Answer): StewardError {
  return status === LIMITED
    ? textError('page-protocol', 'new-api.error.limited', {
        details: `Status ${LIMITED}: too many requests.`,
      })
    : unlikeApi(origin, 'new-api', status);
}

/** Throws `state-refused` if the server says that it refused, `page-protocol` for another answer. */
function assertTaken(answer: Answer): void {
  if (dataOf(answer) !== undefined) return;
  const isRefused = isJsonObject(answer.body) && answer.body.success === false;
  if (!isRefused) throw noData(answer);
  throw refusedChange(say('new-api.error.refused'), answer, 'message');
}

/** Reads all channels, by as many requests as there are pages. */
async function readChannels(
  get: (path: string) => Promise<Answer>,
): Promise<{ context: NewApiContext; requests: number }> {
  const byId = new Map<number, Channel>();
  const totals = new Set<number>();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const answer = await get(`/channel/?id_sort=true&page_size=${PAGE_LENGTH}&p=${page}`);
    const list = dataIn(answer);
    const { items, total } = isJsonObject(list) ? list : {};
    const channels = Array.isArray(items) ? items.map(channelOf) : [];
    if (typeof total !== 'number' || !channels.every((channel) => channel !== null)) throw noData(answer);
    for (const channel of channels) byId.set(channel.id, channel);
    totals.add(total);
    const isLast = page * PAGE_LENGTH >= total || channels.length === 0;
    // A channel that is created or deleted meanwhile moves others to another page. After a deletion, the number of those read may still
    // be right: it includes the deleted one, and lacks one that moved.
    if (totals.size > 1 || (isLast && byId.size !== total)) {
      throw textError('page-protocol', 'new-api.error.listChanges');
    }
    if (!isLast) continue;
    const context = { channels: [...byId.values()].sort((one, other) => one.id - other.id) };
    return { context, requests: page };
  }
  throw textError('page-protocol', say('new-api.error.tooLong', { count: MAX_PAGES * PAGE_LENGTH }));
}

async function query(ask: Ask, { operation, channel }: JsonObject, signal: AbortSignal): Promise<ToolResult> {
  const get = (path: string) => ask('GET', path, null, signal);
  switch (operation) {
    case 'groups':
      return found(namesIn(dataIn(await get('/group/'))));
    case 'unpriced': {
      const status = dataIn(await get('/status'));
      if (isJsonObject(status) && status.self_use_mode_enabled === true) return found([]);
      const answer = await get('/pricing');
      // An administrator can switch the list off.
      const { unpriced, priced } = pricesIn(answer.status === SWITCHED_OFF ? [] : dataIn(answer));
      return { ...found(unpriced), data: { names: unpriced, priced } };
    }
    case 'upstream': {
      const answer = await get(`/channel/fetch_models/${channel}`);
      const data = dataOf(answer);
      if (data !== undefined) return found(namesIn(data));
      if (answer.status === LIMITED) throw noData(answer);
      // Its message may have the upstream's address, with a password in it.
      return failure(UPSTREAM_REFUSED, '');
    }
    default:
      return WRONG_WAY;
  }
}

/** The data of an answer that reports success; undefined for any other. */
function dataOf({ body }: Answer): Json | undefined {
  if (!isJsonObject(body) || body.success !== true) return undefined;
  return body.data ?? null; // Some answers have none.
}

function found(names: string[]): ToolResult {
  return { success: true, message: '', data: { names } };
}

/** The ratio with which the server lists a model that has no price of its own. */
const RATIO_WITHOUT_PRICE = 37.5;

/** The HTTP status of the answer to a request for a list that is switched off. */
const SWITCHED_OFF = 403;

/**
 * The models of the server's price list without a price of their own, and those with one. The list has only models that a channel offers
 * now, to a group that its reader may use.
 */
function pricesIn(prices: Json): { unpriced: string[]; priced: string[] } {
  const rows = Array.isArray(prices) ? prices.filter(isJsonObject) : [];
  const isUnpriced = (row: JsonObject) =>
    row.quota_type === 0 && row.model_ratio === RATIO_WITHOUT_PRICE && row.billing_mode === undefined;
  const namesOf = (some: JsonObject[]) => namesIn(some.map((row) => row.model_name ?? null)); // A row without a name is dropped.
  return {
    unpriced: namesOf(rows.filter(isUnpriced)),
    priced: namesOf(rows.filter((row) => !isUnpriced(row))),
  };
}
