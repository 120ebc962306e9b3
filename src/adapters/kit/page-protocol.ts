import type { PageIdentity } from '@/src/core/adapter/page-half';
import { isStewardError, StewardError, textError } from '@/src/core/errors';
import { isDeeperThan } from '@/src/core/json-values';
import { answerTooLarge, pageGone, pageSilent, stopped } from '@/src/core/shared-errors';
import { isJsonObject, type Json, type JsonObject } from '@/src/schema/values/json';
import { type Said, say } from '@/src/schema/values/said';
import { ageOf, announcedVersion, LOADED_MS } from './page-sign';

const PROTOCOL = 'steward-page';
/** The version of the page protocol that this Steward implements. */
const PROTOCOL_VERSION = 1;

/** Longest `detail` of a message, in UTF-16 units (docs/page-protocol.md, "Messages"). */
export const MAX_DETAIL_LENGTH = 8_388_608;

/** Maximum nesting of arrays and objects in a message. */
export const MAX_DETAIL_LEVELS = 32;

/** Number of UTF-16 units at the start of an oversized answer that are searched for the id of its request. */
const HEAD_LENGTH = 1_000;

/** Limits of a page's own error code and message, in UTF-16 units. */
const MAX_CODE_LENGTH = 100;
const MAX_MESSAGE_LENGTH = 1_000;

/** The unvalidated answer of a page: a result, or the page's own error. */
export type PageAnswer = { ok: true; result: unknown } | { ok: false; code: string; message: string };

/** Steward's side of the page protocol, for one document. */
export interface PageProtocolClient {
  /** The version that the document announces; null if it announces none. */
  announcedVersion(): number | null;
  /**
   * True if the document is too old to be still loading. If it doesn't answer, it probably waits for the user, for
   * example to sign in.
   */
  isSettled(): boolean;
  /**
   * Sends a request and waits for its answer. Rejects with `page-protocol` if the answer is malformed,
   * `timeout` after `timeoutMs`, `page-gone` when the document is unloaded, `aborted` with the signal.
   */
  request(
    type: string,
    body: JsonObject,
    options: { timeoutMs: number; signal: AbortSignal },
  ): Promise<PageAnswer>;
  /** Calls `callback` for each `state-changed` notice until the signal aborts. */
  onNotice(callback: () => void, signal: AbortSignal): void;
}

interface PendingRequest {
  type: string;
  settle(outcome: PageAnswer | StewardError): void;
}

/** Creates the client. On a page without the protocol it only adds one event listener. */
export function createPageProtocolClient(document: Document): PageProtocolClient {
  // Other copies of Steward may use the same page, so request ids need a random prefix.
  const idPrefix = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const pending = new Map<string, PendingRequest>();
  let requestCount = 0;

  /**
   * Rejects the request of an oversized answer without parsing it. The id at the start of the answer identifies the
   * request, which then does not wait for its time limit.
   */
  function refuseLongAnswer(event: Event): void {
    const detail: unknown = 'detail' in event ? event.detail : null;
    if (typeof detail !== 'string' || detail.length <= MAX_DETAIL_LENGTH) return;
    const head = detail.slice(0, HEAD_LENGTH);
    for (const [requestId, { type, settle }] of [...pending]) {
      const bound = `longer than ${MAX_DETAIL_LENGTH} characters`;
      if (head.includes(JSON.stringify(requestId))) settle(answerTooLarge(`${type}: ${bound}`));
    }
  }

  document.addEventListener('steward:response', (event) => {
    if (pending.size === 0) return;
    const envelope = readEnvelope(event);
    if (envelope === null) {
      refuseLongAnswer(event);
      return;
    }
    const { requestId } = envelope;
    const request = typeof requestId === 'string' ? pending.get(requestId) : undefined;
    if (request === undefined) return;
    if (isDeeperThan(envelope, MAX_DETAIL_LEVELS)) {
      request.settle(answerTooLarge(`${request.type}: more than ${MAX_DETAIL_LEVELS} levels`));
      return;
    }
    const answer = envelope.type === request.type ? readAnswer(envelope.body) : null;
    request.settle(answer ?? brokenProtocol(say('kit.pageProtocol.noAnswer', { type: request.type }), null));
  });
  document.defaultView?.addEventListener('pagehide', () => {
    for (const request of [...pending.values()]) request.settle(pageGone(null));
  });

  return {
    announcedVersion: () => announcedVersion(document),
    isSettled: () => ageOf(document) >= LOADED_MS,

    request(type, body, { timeoutMs, signal }) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(stopped());
          return;
        }
        requestCount += 1;
        const requestId = `${idPrefix}-${requestCount}`;
        const detail = JSON.stringify({
          protocol: PROTOCOL,
          version: PROTOCOL_VERSION,
          requestId,
          type,
          body,
        });
        if (detail.length > MAX_DETAIL_LENGTH) {
          reject(textError('page-protocol', say('kit.pageProtocol.tooLong', { type })));
          return;
        }
        const settle: PendingRequest['settle'] = (outcome) => {
          pending.delete(requestId);
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          if (isStewardError(outcome)) reject(outcome);
          else resolve(outcome);
        };
        const onAbort = () => settle(stopped());
        const timer = setTimeout(() => settle(pageSilent(timeoutMs, type)), timeoutMs);
        signal.addEventListener('abort', onAbort);
        pending.set(requestId, { type, settle });
        document.dispatchEvent(new CustomEvent('steward:request', { detail }));
      });
    },

    onNotice(callback, signal) {
      document.addEventListener(
        'steward:notice',
        (event) => {
          if (readEnvelope(event)?.type === 'state-changed') callback();
        },
        { signal },
      );
    },
  };
}

/** The message in an event; null if it does not belong to this protocol and version. */
function readEnvelope(event: Event): JsonObject | null {
  const detail: unknown = 'detail' in event ? event.detail : null;
  if (typeof detail !== 'string' || detail.length > MAX_DETAIL_LENGTH) return null;
  let message: Json;
  try {
    message = JSON.parse(detail);
  } catch {
    // Any script of the page may dispatch events of this name. Text that is not JSON is not a message of this protocol.
    return null;
  }
  return isJsonObject(message) && message.protocol === PROTOCOL && message.version === PROTOCOL_VERSION
    ? message
    : null;
}

function readAnswer(body: Json | undefined): PageAnswer | null {
  if (!isJsonObject(body)) return null;
  if (body.ok === true && body.result !== undefined) return { ok: true, result: body.result };
  const error = body.ok === false ? body.error : undefined;
  if (!isJsonObject(error) || typeof error.code !== 'string' || typeof error.message !== 'string')
    return null;
  return {
    ok: false,
    code: error.code.slice(0, MAX_CODE_LENGTH),
    message: error.message.slice(0, MAX_MESSAGE_LENGTH),
  };
}

/** The error for a page that does not keep to the protocol. */
export function brokenProtocol(message: Said, details: string | null): StewardError {
  return new StewardError('page-protocol', message, {
    remedy: say('kit.pageProtocol.repairRemedy'),
    details,
  });
}

/**
 * Time limits of successive `hello` requests in milliseconds, 2,000 in all. A page that is still loading answers late.
 */
const HELLO_TIMEOUTS_MS = [100, 200, 500, 1_200];

/**
 * A loaded document that doesn't answer within this time limit is not asked again: it isn't a page of this kind at
 * present.
 */
const SETTLED_TIMEOUT_MS = 200;

const SUBSCRIBE_TIMEOUT_MS = 10_000;
/** Limit of each identity field, in UTF-16 units. */
const MAX_IDENTITY_LENGTH = 200;

/**
 * Identifies a document by the page protocol. Resolves with null if it does not announce the protocol, does not answer,
 * or has another page type. Rejects with `page-protocol` for another version of the protocol or an unreadable identity.
 */
export async function identifyPage(
  client: PageProtocolClient,
  pageType: string,
  signal: AbortSignal,
): Promise<PageIdentity | null> {
  const announced = client.announcedVersion();
  if (announced === null) return null;
  if (announced !== PROTOCOL_VERSION) throw otherVersion(`It announces version ${announced}.`);
  for (const timeoutMs of HELLO_TIMEOUTS_MS) {
    const attemptOver = new Promise((done) => setTimeout(done, timeoutMs));
    const answer = await client.request('hello', {}, { timeoutMs, signal }).catch((error: StewardError) => {
      if (error.code === 'timeout') return null;
      throw error;
    });
    if (answer?.ok) return readIdentity(answer.result, pageType);
    if (answer?.code === 'unsupported-version') throw otherVersion(answer.message);
    if (answer === null ? client.isSettled() && timeoutMs >= SETTLED_TIMEOUT_MS : answer.code !== 'not-ready')
      return null;
    // A page that is not ready answers at once, so wait for the end of this attempt's time before the next attempt.
    await attemptOver;
  }
  return null;
}

/** Calls `onChange` for each change notice of the page, until the signal aborts. */
export function subscribeToPage(client: PageProtocolClient, onChange: () => void, signal: AbortSignal): void {
  client.onNotice(onChange, signal);
  const warn = ({ message }: { message: string }) =>
    console.warn(`Steward: this page sends no notices. ${message}`);
  client.request('subscribe', {}, { timeoutMs: SUBSCRIBE_TIMEOUT_MS, signal }).then((answer) => {
    if (!answer.ok) warn(answer);
  }, warn);
}

/** The identity in the result of `hello`; null if the page has another type. */
function readIdentity(result: unknown, wantedType: string): PageIdentity | null {
  const { pageType, instanceId, title, canShow } = isJsonObject(result) ? result : {};
  if (isJsonObject(result) && pageType !== wantedType) return null;
  if (
    typeof instanceId !== 'string' ||
    typeof title !== 'string' ||
    instanceId === '' ||
    instanceId.length > MAX_IDENTITY_LENGTH
  )
    throw brokenProtocol(say('kit.pageProtocol.noIdentity'), null);
  return {
    instanceId,
    title: title.slice(0, MAX_IDENTITY_LENGTH),
    ...(canShow === true && { canShow }),
  };
}

function otherVersion(details: string): StewardError {
  return textError(
    'page-protocol',
    say('kit.pageProtocol.otherVersion', { version: String(PROTOCOL_VERSION) }),
    { details },
  );
}
