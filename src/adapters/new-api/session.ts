import type { PageService, ServiceAnswer, ServiceRequest } from '@/src/core/adapter/service-adapter';
import { isStewardError, StewardError, textError } from '@/src/core/errors';
import { isJsonObject } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { NEVER } from '../kit/entries/entries-half';
import { LIMITED } from './channels-half';

/** Time limit of one request, in milliseconds: the server writes 2,000 models in 0.6 s, and asks an upstream for its models. */
const REQUEST_MS = 20_000;
/** The HTTP status of an answer to a request without a valid session, or with a user id that isn't the session's. */
const SIGNED_OUT = 401;
/** The request that gives a token for the session's cookie, which it replaces. The page sends it, too. */
const REFRESH: ServiceRequest = { method: 'POST', path: '/api/user/auth/refresh', body: null };
/** The lock under which the page sends that request. */
const REFRESH_LOCK = 'new-api:auth-refresh';
/** Matches the URLs of requests by which the page signs somebody in, and never one of Steward's. */
const SIGN_IN = /\/api\/(?:user|oauth)\/(?!auth\/)/;

/** The API with the session of the page's user. */
export interface PageSession extends Pick<PageService, 'origin' | 'request'> {
  /** True if somebody may have signed in by a request of the page to this URL after the session had ended. */
  mayResume(url: string): boolean;
}

/**
 * Servers before July 2026 take the session's cookie with the user's id, later ones a token that the cookie is exchanged for. Which it
 * is shows by trying: an answer that nobody is signed in has no effect on the server, so the request is sent again with a token.
 */
export function createPageSession(document: Document): PageSession {
  const { location, defaultView } = document;
  const { origin } = location;
  /** The newest token; null if none was needed yet. It never leaves this script. */
  let token: string | null = null;
  let refreshing: Promise<ServiceAnswer | null> | null = null;
  /** True once a refresh was refused. Others would be, too, and the server takes few of them before it also refuses to sign in. */
  let isOver = false;

  /** Sends a request with the newest token, or with the user's id. */
  async function send(
    { method, path, body }: ServiceRequest,
    user: string | null,
    signal: AbortSignal,
  ): Promise<ServiceAnswer> {
    const sent = token;
    const response = await fetch(origin + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(sent !== null ? { Authorization: `Bearer ${sent}` } : user !== null && { 'New-Api-User': user }),
      },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
      ...(body !== null && { body: JSON.stringify(body) }),
    }).catch(noAnswer);
    return {
      status: response.status,
      // An answer that isn't JSON has no data: the caller decides what it means.
      body: await response.json().catch(() => null),
      withoutKey: (text) => (sent === null ? text : text.replaceAll(sent, '…')),
    };
  }

  /** Resolves with the answer if it has neither a token nor a refusal; the server then took no request at all. */
  async function refresh(): Promise<ServiceAnswer | null> {
    // Never aborted by the user: the answer has the session's next cookie.
    const answer = await send(REFRESH, null, NEVER);
    const body = isJsonObject(answer.body) ? answer.body : {};
    const given = isJsonObject(body.data) ? body.data.access_token : null;
    if (typeof given === 'string') {
      token = given;
      return null;
    }
    const { status } = answer;
    const isRefused = status < 500 && status !== LIMITED && (status >= 400 || body.success === false);
    if (isRefused) throw ended();
    return answer;
  }

  function ended(): StewardError {
    isOver = true;
    return signedOut();
  }

  /**
   * Gets a token other than `refused`, as {@link refresh} does. Two requests that exchange one cookie can end the session, so all tabs
   * together send one at a time, and none while the page sends its own.
   */
  async function renew(refused: string | null): Promise<ServiceAnswer | null> {
    if (token !== refused) return null;
    if (isOver) throw signedOut();
    // Missing where the connection isn't encrypted: the page then uses no lock, either.
    const isLockable = defaultView !== null && 'locks' in defaultView.navigator;
    refreshing ??= (isLockable ? inLock(defaultView, refresh) : refresh()).finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  return {
    origin,
    async request(request, signal) {
      const [sent, user] = [token, userOf(document)];
      if (sent !== null || user !== null) {
        const answer = await send(request, user, signal);
        if (answer.status !== SIGNED_OUT) return answer;
      }
      const instead = await renew(sent);
      if (instead !== null) return instead;
      const answer = await send(request, user, signal);
      if (answer.status === SIGNED_OUT) throw ended();
      return answer;
    },
    mayResume(url) {
      if (!isOver || !SIGN_IN.test(url)) return false;
      isOver = false;
      return true;
    },
  };
}

/** Functions that Firefox has for content scripts: their objects become usable by the page's own functions. */
interface FirefoxScope {
  cloneInto?(value: object, view: Window, options: { cloneFunctions: true }): object;
  exportFunction?(work: () => object, view: Window): () => object;
}

/** Does the work while this script holds the page's lock. */
function inLock<Value>(view: Window, work: () => Promise<Value>): Promise<Value> {
  const { cloneInto, exportFunction } = globalThis as FirefoxScope;
  return new Promise<Value>((resolve, reject) => {
    const begin = () => {
      const done = work();
      done.then(resolve, reject);
      const held = {
        // biome-ignore lint/suspicious/noThenProperty: Firefox releases the lock at once if it gets a promise of this script.
        then: (end: () => void) =>
          void done.then(
            () => end(),
            () => end(),
          ),
      };
      return cloneInto?.(held, view, { cloneFunctions: true }) ?? held;
    };
    view.navigator.locks
      .request(
        REFRESH_LOCK,
        { signal: AbortSignal.timeout(REQUEST_MS) },
        exportFunction?.(begin, view) ?? begin,
      )
      .catch(reject);
  }).catch(noAnswer);
}

/** Throws the error for a request without an answer; an error that has words already stays as it is. */
function noAnswer(cause: unknown): never {
  if (isStewardError(cause)) throw cause;
  throw new StewardError('page-protocol', say('new-api.error.noAnswer'), {
    remedy: say('remedy.lookThenRetry'),
    details: `No answer: ${cause}`,
    cause,
  });
}

function signedOut(): StewardError {
  return textError('page-key', 'new-api.error.signedOut', {
    details: `Status ${SIGNED_OUT}: nobody is signed in to the page.`,
  });
}

/** The id of the user who is signed in to the page, which older servers require in a header of each request; null if it isn't known. */
function userOf({ defaultView }: Document): string | null {
  try {
    const storage = defaultView?.localStorage;
    // The oldest user interface keeps only the whole user.
    const id: unknown = storage?.getItem('uid') ?? JSON.parse(storage?.getItem('user') ?? 'null')?.id;
    return /^\d+$/.test(String(id)) ? String(id) : null;
  } catch {
    // The browser blocks the site's storage, or it has something else under this key.
    return null;
  }
}
