import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '@/src/schema/values/json';

/** A request of the fixture page or of its adapter to the page's own server. */
export interface FixtureRequest {
  method: string;
  /** With the query, e.g. `/api/switches?all=1`. */
  path: string;
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Parsed if it is JSON; otherwise its text, such as that of a form. Null if there is none. */
  body: Json;
}

/** Answer of a fixture's server whose status, headers or time matter; see {@link reply}. */
export class FixtureReply {
  constructor(
    readonly status: number,
    readonly body: Json,
    readonly headers: Readonly<Record<string, string>>,
    readonly afterMs: number,
  ) {}
}

/**
 * An answer with a status of its own: `reply(400, { message: 'Ada is in use.' })`. A text is HTML and anything else JSON, unless `headers`
 * have another content-type; null is no body. A redirect (300 to 399) leads to the answer for its `location` on the same site. `afterMs`: time
 * until the answer, in milliseconds.
 */
export function reply(
  status: number,
  body: Json,
  { headers = {}, afterMs = 0 }: { headers?: Readonly<Record<string, string>>; afterMs?: number } = {},
): FixtureReply {
  return new FixtureReply(status, body, headers, afterMs);
}

/** Answers the requests of a fixture page and of its adapter. */
type FixtureAnswer = (request: FixtureRequest) => Json | FixtureReply;

/** The server of one opened fixture page. Each opening starts with the same data. */
export interface FixtureSite {
  url: string;
  /**
   * Answers a request to any site: the body, as text for HTML and as anything else for JSON; null for “not found”; a {@link reply} for any
   * other answer. Null instead of the function if a real server answers.
   */
  answer: FixtureAnswer | null;
  /** The key of the server’s API, for an adapter that reads the state in the background; null for any other. */
  key: string | null;
  /**
   * Reads what the server serves its clients now, such as the ids of the models whose calls succeed, beside Steward and without a
   * request that could renew it. Missing if the page itself is all that there is, or if its changes need another step, such as a
   * restart of the server.
   */
  served?(): Promise<Json>;
  close(): Promise<void>;
}

/** A call that succeeds on the fixture. */
export interface AdapterCall {
  tool: string;
  args: JsonObject;
  /** The page first gets the first sample state, so that there is something to save or to discard. */
  startsUnsaved?: true;
}

/** The part of an adapter in `src/adapters/<id>/conformance.ts`, for the conformance kit. */
export interface AdapterCase {
  /** Starts the fixture's site. `entries`: the number of entries on the page, to try a large one; null for a few. */
  open(entries: number | null): Promise<FixtureSite>;
  /** A few other restorable states that the fixture can be put into, given the state and the context in which it opens. */
  states(initial: Json, context: Json): Json[];
  /** At least one call of each tool, unless it is delegated. Each is made on a newly opened fixture. */
  calls: readonly AdapterCall[];
  /**
   * Calls that the page's server refuses, such as one on an entry in use, which have to fail in their dry run. The kit finds others by itself.
   */
  refusedCalls?: readonly AdapterCall[];
  /** The number of the page's entries in a context, if that isn't the size of its largest list or table. */
  countEntries?(context: Json): number;
  /** The answer to a request of somebody who isn't signed in, if the server has another one than the status 401. */
  signedOut?(request: FixtureRequest): FixtureReply;
  /**
   * The answer by which the server refuses a change for this reason, if it is another one than the status 400 with `{"message": reason}`. An
   * adapter that acts through the page needs it for the rule `reasons`, since the page's own scripts get the answer.
   */
  refusal?(reason: string): FixtureReply;
  /** True for a request by which the adapter reads what is served. Needed with `served`, unless the adapter can't read that. */
  readsServed?(request: FixtureRequest): boolean;
  /** JavaScript by which the page's server refuses its first state from then on, e.g. since an entry is in use by now. */
  refuseInitial?: string;
  /** JavaScript that changes the page's state as the page's own scripts do, without an event of the user. */
  script: string;
  /** True if the page keeps unsaved changes over a reload. Then the kit can't see by a reload that changes go live. */
  keepsUnsavedChanges: boolean;
  /** The rules that can't apply to the adapter, each with the reason. Only an adapter that takes any page, and changes none, has some. */
  exempt?: Readonly<Record<string, string>>;
}

/** A site whose pages are all one HTML file, with `api` for the paths that `isApi` accepts: by default all that begin with `/api/`. */
export function htmlSite(
  url: string,
  htmlFile: string,
  api: FixtureAnswer,
  isApi: (request: FixtureRequest) => boolean = ({ path }) => path.startsWith('/api/'),
): FixtureSite {
  const html = readFileSync(htmlFile, 'utf8');
  return {
    url,
    answer: (request) => (isApi(request) ? api(request) : html),
    key: null,
    close: async () => {},
  };
}

/** Names for a large fixture: `item-1` and so on. */
export function manyNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `item-${index + 1}`);
}
