import type { FixtureRequest } from './adapter-case';

/** The header by which the adapter's own requests are marked. The kit removes it before a server sees it. */
export const OWN_REQUEST = 'x-steward-kit-own';

/** A request of a tab. `body` is the request's text; null without one. */
export type TabRequest = Omit<FixtureRequest, 'body'> & { body: string | null };

/** A request of a tab, with its sender. */
export interface SentRequest extends TabRequest {
  /** True if the adapter's world sent it, not a script of the page. */
  readonly isOwn: boolean;
}

/** The answer to a request of a tab; null lets it reach the real server. */
export type TabAnswer = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Time until the answer, in milliseconds. */
  afterMs: number;
} | null;

/** The scripts and answers of a tab, from its opening on. */
export interface TabOptions {
  /** JavaScript that runs in each page's own world before the page's scripts. */
  pageScript: string;
  /** JavaScript that runs in the adapter's world of each page, once the page has loaded. */
  adapterScript: string;
  /** Called for each request. */
  answer(request: SentRequest): TabAnswer;
  /** Called with the status and the text of each answer of a real server, for the request that `answer` let through. */
  answered(request: SentRequest, status: number, body: string): void;
}

/** Thrown when the document of an adapter's world has ended, since the page was loaded again. */
export class DocumentEnded extends Error {}

/** A tab of a real browser. The adapter has a world of its own in it, as content scripts have. */
export interface KitTab {
  /** Loads a page, with new worlds. */
  goto(url: string): Promise<void>;
  /** Loads the page again, with new worlds. */
  reload(): Promise<void>;
  /** Replaces the document's content, and keeps its worlds. */
  setContent(html: string): Promise<void>;
  /** Runs an expression in the page's own world. Resolves with its value, which is JSON. */
  runInPage(expression: string): Promise<unknown>;
  /**
   * Runs an expression whose value is a promise of a text, in the adapter's world. Rejects with an Error of the same first
   * line as the expression's, or with {@link DocumentEnded}.
   */
  runInAdapterWorld(expression: string): Promise<string>;
  close(): Promise<void>;
}

/** A browser in which the kit opens pages. */
export interface KitBrowser {
  /** Opens a tab that shares no data with others. */
  newTab(options: TabOptions): Promise<KitTab>;
}
