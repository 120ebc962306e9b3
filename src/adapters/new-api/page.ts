import type { PageHalf } from '@/src/core/adapter/page-half';
import { StewardError, textError } from '@/src/core/errors';
import { failure } from '@/src/core/records/tool-result';
import type { ToolResult } from '@/src/schema/tool-result';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { createEntriesHalf, HeldUp, NEVER } from '../kit/entries/entries-half';
import { refusedChange, unlikeApi } from '../kit/service-errors';
import { watchRequests } from '../kit/watch-requests';
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
import { newApiSign } from './sign';

/** Longest page of the list. */
const PAGE_LENGTH = 100;
/** Time limit of one request, in milliseconds: the server writes 2,000 models in 0.6 s, and asks an upstream for its models. */
const REQUEST_MS = 20_000;
/** Time limit of the request that recognizes the server, in milliseconds: shorter than that of `detect`, which waits for it. */
const STATUS_MS = 1_500;
/** Time for which a reading is reused, in milliseconds for each request that it took: the server takes 180 requests in 180 s. */
const STANDS_MS = 1_000;
/**
 * Matches the URLs of requests that may change channels, as resource timing entries have them. The request that reads the list has
 * a query.
 */
const CHANGING_REQUEST = /\/api\/channel\b[^?]*$/;

/** The status with which the server refuses a request that exceeds its limit of 180 in 180 s; such an answer has no body. */
const LIMITED = 429;
/** The HTTP status of an answer to a request without a valid session, or with a user id that isn't the session's. */
const SIGNED_OUT = 401;

interface Answer {
  origin: string;
  status: number;
  /** The parsed JSON; null if it isn't JSON. */
  body: Json;
}

/** Reads and changes the channels of a new-api over its admin API, with the session of the page's user. */
export function createNewApiPage(document: Document): PageHalf {
  const { origin } = document.location;
  /** The last reading; null if a change was noticed since. */
  let lastReading: { context: NewApiContext; untilMs: number } | null = null;
  /** Number of times that the last reading was forgotten. */
  let forgotten = 0;
  /** True once the server has turned out to have no route for a channel's status. */
  let setsStatusByPut = false;
  /**
   * The channel that was last read by itself, with the members that Steward doesn't use: a change has to send them back. It never
   * leaves this script.
   */
  let raw: JsonObject = {};

  /** Sends a request of a change. Rejects with a {@link HeldUp} if the server's rate limit refuses it: it then did nothing. */
  async function askForChange(method: string, path: string, body: Json): Promise<Answer> {
    if (method !== 'GET') forget();
    const answer = await ask(document, method, path, body, NEVER);
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
    if (forgotten === begunAt) lastReading = { context, untilMs: performance.now() + requests * STANDS_MS };
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
    ...createEntriesHalf({
      id: 'new-api',
      noun: 'Channel',
      async getContext(signal) {
        if (lastReading !== null && performance.now() < lastReading.untilMs) return lastReading.context;
        return readAll((path) => ask(document, 'GET', path, null, signal));
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
      query: (_tool, input, signal) => query(document, input, signal),
    }),
    async detect(signal) {
      const siteVersion = newApiSign.isIn(document) ? await versionOf(origin, signal) : null;
      return siteVersion === null ? null : { instanceId: origin, title: 'new-api', siteVersion };
    },
    subscribe(onChange, signal) {
      const changed = () => {
        forget();
        onChange();
      };
      watchRequests(document, (url) => CHANGING_REQUEST.test(url), changed, signal);
    },
  };
}

/**
 * Sends a request as the user who is signed in to the page. Rejects with `page-protocol` if there is no answer, or if nobody is
 * signed in.
 */
async function ask(
  document: Document,
  method: string,
  path: string,
  body: Json,
  signal: AbortSignal,
): Promise<Answer> {
  const { origin } = document.location;
  const user = userOf(document);
  if (user === null) throw signedOut();
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: { 'New-Api-User': user, 'Content-Type': 'application/json' },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
    ...(body !== null && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new StewardError('page-protocol', say('new-api.error.noAnswer'), {
      remedy: say('remedy.lookThenRetry'),
      cause,
    });
  });
  // An answer that isn't JSON has no data: the caller decides what it means.
  return { origin, status: response.status, body: await response.json().catch(() => null) };
}

function dataIn(answer: Answer): Json {
  const data = dataOf(answer);
  if (data === undefined) throw noData(answer);
  return data;
}

function noData({ origin, status }: Answer): StewardError {
  if (status === SIGNED_OUT) return signedOut();
  return status === LIMITED
    ? textError('page-protocol', 'new-api.error.limited')
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
  for (let page = 1; ; page += 1) {
    const answer = await get(`/channel/?id_sort=true&page_size=${PAGE_LENGTH}&p=${page}`);
    const list = dataIn(answer);
    const { items, total } = isJsonObject(list) ? list : {};
    const channels = Array.isArray(items) ? items.map(channelOf) : [];
    if (typeof total !== 'number' || !channels.every((channel) => channel !== null)) throw noData(answer);
    for (const channel of channels) byId.set(channel.id, channel);
    totals.add(total);
    if (page * PAGE_LENGTH < total && channels.length > 0) continue;
    // A channel that is created or deleted meanwhile moves others to another page. After a deletion, the number of those read may still
    // be right: it includes the deleted one, and lacks one that moved.
    if (totals.size > 1 || byId.size !== total) throw textError('page-protocol', 'new-api.error.listChanges');
    const context = { channels: [...byId.values()].sort((one, other) => one.id - other.id) };
    return { context, requests: page };
  }
}

async function query(
  document: Document,
  { operation, channel }: JsonObject,
  signal: AbortSignal,
): Promise<ToolResult> {
  const get = (path: string) => ask(document, 'GET', path, null, signal);
  switch (operation) {
    case 'groups':
      return found(namesIn(dataIn(await get('/group/'))));
    case 'unpriced': {
      const status = dataIn(await get('/status'));
      const prices = dataIn(await get('/pricing'));
      const isSelfUse = isJsonObject(status) && status.self_use_mode_enabled === true;
      return found(isSelfUse ? [] : unpricedIn(prices));
    }
    case 'upstream': {
      const answer = await get(`/channel/fetch_models/${channel}`);
      const data = dataOf(answer);
      if (data !== undefined) return found(namesIn(data));
      if (answer.status === SIGNED_OUT || answer.status === LIMITED) throw noData(answer);
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

/** The models of the server's price list without a price of their own. The list has only models that a channel offers now. */
function unpricedIn(prices: Json): string[] {
  const rows = Array.isArray(prices) ? prices.filter(isJsonObject) : [];
  const unpriced = rows.filter(
    (row) =>
      row.quota_type === 0 && row.model_ratio === RATIO_WITHOUT_PRICE && row.billing_mode === undefined,
  );
  return namesIn(unpriced.map((row) => row.model_name ?? null)); // A row without a name is dropped.
}

/** The id of the user who is signed in to the page, which the server requires in a header of each request; null if nobody is. */
function userOf({ defaultView }: Document): string | null {
  try {
    const storage = defaultView?.localStorage;
    // The old user interface keeps only the whole user.
    const id: unknown = storage?.getItem('uid') ?? JSON.parse(storage?.getItem('user') ?? 'null')?.id;
    return /^\d+$/.test(String(id)) ? String(id) : null;
  } catch {
    // The browser blocks the site's storage, or it has something else under this key.
    return null;
  }
}

function signedOut(): StewardError {
  return textError('page-protocol', 'new-api.error.signedOut');
}

/** The header that each answer of the server has. */
const VERSION_HEADER = 'X-New-Api-Version';

/** The version of the new-api at this address; null if there is none. */
async function versionOf(origin: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(`${origin}/api/status`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(STATUS_MS)]),
      redirect: 'error',
      credentials: 'omit',
    });
    return response.headers.get(VERSION_HEADER);
  } catch {
    // The request failed or took too long: another server has a page with this path.
    return null;
  }
}
