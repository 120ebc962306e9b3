import type { Json, JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';

/** How one call of a tool, running in the background, reaches its page. Everything rejects with a StewardError only. */
export interface ToolPage {
  /** The page's context now, parsed by the adapter's schema. */
  read(): Promise<Json>;
  /** Has the page half carry out an operation that changes nothing of anybody's, as its `query`. May be repeated. */
  look(operation: JsonObject): Promise<ToolResult>;
  /**
   * Has the page half carry out the one step by which the call changes something, as its `execute`. It never happens
   * twice, a background that died asks about it, and the exit to the page lets it pass only with a token for it.
   */
  change(step: JsonObject): Promise<ToolResult>;
}

/**
 * An adapter's tools, for the background: they think there, on contexts that were parsed, and have the page half do
 * only what has to be done in the page. So the content script stays small, and what a tool reports isn't made in a
 * page.
 */
export interface ToolRunner {
  /** The adapter's. */
  readonly id: string;
  /** Runs one call. Its arguments fit the tool's schema. */
  run(tool: string, args: JsonObject, hands: ToolPage): Promise<ToolResult>;
}
