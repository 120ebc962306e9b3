import type { Json } from '@/src/schema/values/json';
import type { Said } from '@/src/schema/values/said';
import type { Clock, Timer } from '../ports/clock';
import type { StateHalf } from './page-half';

/** A request to the API of a page's server. */
export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query on the page's origin, e.g. "/v0/management/config". */
  path: string;
  /** Null for a request without a body. */
  body: Json | null;
}

export interface ServiceAnswer {
  status: number;
  /** The parsed JSON; null if the body isn't JSON. */
  body: Json;
  /** Removes the key that the request was sent with from a text of the answer, which is shown or stored; missing without a key. */
  withoutKey?(text: string): string;
}

/** The API of one page's server, with the user's key. Requests are sent one at a time. */
export interface PageService {
  /** `scheme://host:port` of the page: the only address that requests go to. */
  readonly origin: string;
  /**
   * Sends one request. Rejects with `page-key` if no key is stored, unless the adapter's servers may need none, or if
   * the server refuses the key, which ends all requests until the user enters another one; with `page-protocol` if the
   * server can't be reached or takes no request now; and with `aborted`.
   */
  request(request: ServiceRequest, signal: AbortSignal): Promise<ServiceAnswer>;
  /** As `request`, with these headers instead of the key, and with any status: for what the server offers to its clients. */
  requestAsClient(
    request: ServiceRequest,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<ServiceAnswer>;
}

/**
 * Refusal of a server, whatever the key. `waitMs`: its duration in milliseconds; 0 if unknown. `remedy` is shown if
 * the duration is unknown; otherwise the user reads when the refusal ends.
 */
export interface ServiceClosure {
  message: Said;
  remedy: Said;
  waitMs: number;
}

/**
 * The part of an adapter that reads and changes the page's state over the API of the page's server. It runs in the
 * background: the user enters the key in Steward, and no page, panel or prompt sees it.
 */
export interface ServiceAdapter {
  /** The id of the definition. */
  readonly id: string;
  /** The name of the key on the page, as the label of a field, e.g. "Management key". */
  readonly keyName: Said;
  /**
   * True if some of these servers take requests without a key, and none bans an address for them: as long as no key was
   * entered, requests are sent without one, and the user is asked once such a request is refused.
   */
  readonly mayNeedNoKey: boolean;
  /**
   * Set if the page half reads and changes the state as well, with the session of the page's user: this part is then used once the
   * user has entered a key. A page half that has no session rejects with `page-key`.
   */
  readonly isBesidePage?: true;
  /** The request headers that carry the key. */
  keyHeaders(key: string): Readonly<Record<string, string>>;
  /**
   * The sentence that tells the user why the server refuses the key, or a request without one; null if the answer to
   * `request` is no such refusal.
   */
  keyRefusal(answer: ServiceAnswer, request: ServiceRequest): Said | null;
  /**
   * The reason why the server takes no request now, whatever the key; null if it takes requests. The stored key stays.
   * Missing if the server never refuses in this way.
   */
  closure?(answer: ServiceAnswer): ServiceClosure | null;
  /** Creates the state half of one page. */
  createHalf(service: PageService, clock: Clock, timer: Timer): StateHalf;
}
