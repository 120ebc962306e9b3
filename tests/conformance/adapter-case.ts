import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '@/src/schema/values/json';

/** A request of the fixture page or of its adapter to the page's own server. */
export interface FixtureRequest {
  method: string;
  /** With the query, e.g. `/api/switches?all=1`. */
  path: string;
  /** Parsed as JSON; null if there is none. */
  body: Json;
}

/** The server of one opened fixture page. Each opening starts with the same data. */
export interface FixtureSite {
  url: string;
  /**
   * Answers a request to any site: the body, as text for HTML and as anything else for JSON; null for “not found”. Null
   * instead of the function if a real server answers.
   */
  answer: ((request: FixtureRequest) => Json) | null;
  /** The key of the server’s API, for an adapter that reads the state in the background; null for any other. */
  key: string | null;
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
  /** A few other restorable states that the fixture can be put into, given the state in which it opens. */
  states(initial: Json): Json[];
  /** At least one call of each tool, unless it is delegated. Each is made on a newly opened fixture. */
  calls: readonly AdapterCall[];
  /** JavaScript that changes the page's state as the page's own scripts do, without an event of the user. */
  script: string;
  /** True if the page keeps unsaved changes over a reload. Then the kit can't see by a reload that changes go live. */
  keepsUnsavedChanges: boolean;
  /** The rules that can't apply to the adapter, each with the reason. Only an adapter that takes any page, and changes none, has some. */
  exempt?: Readonly<Record<string, string>>;
}

/** A site whose pages are all one HTML file, with `api` for all paths that begin with `/api/`. */
export function htmlSite(url: string, htmlFile: string, api: (request: FixtureRequest) => Json): FixtureSite {
  const html = readFileSync(htmlFile, 'utf8');
  return {
    url,
    answer: (request) => (request.path.startsWith('/api/') ? api(request) : html),
    key: null,
    close: async () => {},
  };
}

/** Names for a large fixture: `item-1` and so on. */
export function manyNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `item-${index + 1}`);
}
