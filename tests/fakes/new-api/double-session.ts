import type { IncomingHttpHeaders } from 'node:http';
import type { RouteAnswer } from '../serve-double';
import type { NewApiVersion } from './versions';

/** Lifetime of a token in milliseconds. */
const TOKEN_MS = 15 * 60_000;
/** Path of the request that exchanges the session's cookie for a token. */
const REFRESH = '/api/user/auth/refresh';
const REFRESH_COOKIE = 'new_api_refresh';
/** The id of the double's only user, an administrator. */
const USER_ID = '1';

/** The sign-in of the double's user, by the rules of a version. */
export interface DoubleSession {
  /** Time after a refresh during which the cookie before is still taken, in milliseconds. */
  graceMs: number;
  /** Number of further refreshes that the limit of sign-ins lets pass. */
  refreshesLeft: number;
  /** Number of refreshes that were asked for, and the most that were under way at the same time. */
  refreshes: number;
  mostAtOnce: number;
  /** Called before each refresh is carried out: an answer replaces it, null lets it pass. */
  intercept: () => RouteAnswer | 'cut' | null;
  /** The system access token. */
  accessToken: string;
  /** Everything that was issued and must not get anywhere else. */
  readonly issued: string[];
  /** The header that a sign-in sets. */
  cookie(): string;
  /** True for the request that exchanges the cookie for a token. */
  isRefresh(url: URL): boolean;
  /** Answers such a request after this time. */
  refresh(headers: IncomingHttpHeaders, waitMs: number): Promise<RouteAnswer>;
  /** Answers a sign-in, which needs no password here. */
  signIn(): RouteAnswer;
  /** The answer that refuses an unauthorized request; null for an authorized one. */
  refusal(headers: IncomingHttpHeaders): RouteAnswer | null;
  /** Makes another system access token, which ends the one before. */
  renewAccessToken(): string;
  /** Ends the validity of all tokens; the session stays. */
  expireTokens(): void;
  /** Ends the session. */
  end(): void;
}

export function createDoubleSession(version: () => NewApiVersion): DoubleSession {
  let sid = crypto.randomUUID();
  let secret = newSecret();
  /** Secrets that a refresh has replaced, with the time of that in milliseconds since 1970. */
  let replaced = new Map<string, number>();
  let tokens = new Map<string, number>();
  let atOnce = 0;

  const cookieOf = (value: string) =>
    version() === 'C'
      ? `${REFRESH_COOKIE}=${value}; Path=/api/user/auth; HttpOnly; SameSite=Strict`
      : `session=${value}; Path=/; HttpOnly; SameSite=Strict`;
  const clear = { 'Set-Cookie': `${REFRESH_COOKIE}=; Path=/api/user/auth; Max-Age=0; HttpOnly` };

  function issued<Value extends string>(value: Value): Value {
    session.issued.push(value);
    return value;
  }

  function exchange({ cookie = '', host, origin }: IncomingHttpHeaders): RouteAnswer {
    // The server compares the origin where its cookies are for encrypted connections only.
    if (origin !== `http://${host}`) return refused(403, 'AUTH_ORIGIN_FORBIDDEN');
    const [, id, given = ''] = new RegExp(`${REFRESH_COOKIE}=([^.;]+)\\.([^;]+)`).exec(cookie) ?? [];
    if (id !== sid) return { ...refused(401, 'AUTH_UNAUTHORIZED'), headers: clear };
    const replacedAtMs = replaced.get(given);
    if (given !== secret && replacedAtMs === undefined)
      return { ...refused(401, 'AUTH_UNAUTHORIZED'), headers: clear };
    if (replacedAtMs !== undefined && Date.now() - replacedAtMs > session.graceMs) {
      session.end();
      return { ...refused(401, 'AUTH_SESSION_REVOKED'), headers: clear };
    }
    if (given === secret) {
      replaced.set(secret, Date.now());
      secret = issued(newSecret());
    }
    return signedIn();
  }

  /** The answer with a new token and the present cookie. */
  function signedIn(): RouteAnswer {
    const token = issued(newToken());
    tokens.set(token, Date.now() + TOKEN_MS);
    const user = { id: Number(USER_ID), username: 'admin', role: 100 };
    const bundle = {
      access_token: token,
      token_type: 'Bearer',
      access_expires_at: Math.floor((Date.now() + TOKEN_MS) / 1_000),
      user,
      session: { sid, current: true },
    };
    const data = version() === 'C' ? bundle : user;
    return {
      status: 200,
      body: { success: true, message: '', data },
      headers: { 'Set-Cookie': session.cookie() },
    };
  }

  /** The refusal by versions A and B, which require the user's id beside the cookie or the token. */
  function oldRefusal({ cookie = '', authorization, 'new-api-user': user }: IncomingHttpHeaders) {
    const isTokenWrong =
      authorization !== undefined && authorization.replace(/^Bearer /, '') !== session.accessToken;
    if (isTokenWrong) return { status: 200, body: { success: false, message: 'Invalid access token' } };
    const isKnown = authorization !== undefined || cookie.includes(`session=${sid}.${secret}`);
    if (isKnown && user === USER_ID) return null;
    return { status: 401, body: { success: false, message: 'Unauthorized, not logged in' } };
  }

  function newRefusal({ authorization = '' }: IncomingHttpHeaders) {
    const given = authorization.replace(/^Bearer /, '');
    if (given === session.accessToken) return null;
    const expiresAtMs = tokens.get(given);
    if (expiresAtMs === undefined) return refused(401, 'AUTH_UNAUTHORIZED');
    return expiresAtMs > Date.now() ? null : refused(401, 'AUTH_TOKEN_EXPIRED');
  }

  const session: DoubleSession = {
    graceMs: 30_000,
    refreshesLeft: Number.POSITIVE_INFINITY,
    refreshes: 0,
    mostAtOnce: 0,
    intercept: () => null,
    accessToken: newSecret().slice(0, 32),
    issued: [secret],
    cookie: () => cookieOf(`${sid}.${secret}`),
    isRefresh: ({ pathname }) => version() === 'C' && pathname === REFRESH,
    signIn: signedIn,
    refresh(headers, waitMs) {
      session.refreshes += 1;
      if (session.refreshesLeft <= 0) {
        return Promise.resolve({ status: 429, body: undefined, headers: { 'Retry-After': '1200' } });
      }
      session.refreshesLeft -= 1;
      atOnce += 1;
      session.mostAtOnce = Math.max(session.mostAtOnce, atOnce);
      return new Promise((resolve) => setTimeout(resolve, waitMs)).then(() => {
        atOnce -= 1;
        return exchange(headers);
      });
    },
    refusal: (headers) => (version() === 'C' ? newRefusal(headers) : oldRefusal(headers)),
    renewAccessToken() {
      session.accessToken = issued(newSecret().slice(0, 32));
      return session.accessToken;
    },
    expireTokens() {
      tokens = new Map([...tokens.keys()].map((token) => [token, 0]));
    },
    end() {
      sid = crypto.randomUUID();
      secret = issued(newSecret());
      replaced = new Map();
      tokens = new Map();
    },
  };
  session.issued.push(session.accessToken);
  return session;
}

function newSecret(): string {
  return `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '');
}

/** A token in the form of the server's: a JSON Web Token. */
function newToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return [part({ alg: 'HS256', typ: 'JWT' }), part({ jti: newSecret() }), newSecret()].join('.');
}

function refused(status: number, code: string): RouteAnswer {
  return { status, body: { success: false, code, message: `Refused (${code})` } };
}
