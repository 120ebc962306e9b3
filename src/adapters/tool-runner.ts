import type { Json, JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/tools/tool-definition';

/** How one call of a tool, running in the background, reaches its page. Everything rejects with a StewardError only. */
export interface PageHands {
  /** The page's context now, parsed by the adapter's schema. */
  read(): Promise<Json>;
  /**
   * Has the page half carry out an operation, as its `execute`. `once`: the step by which the call changes something,
   * which never happens twice and which a background that died asks about; a call has one at most. `again`: a step
   * that may be repeated.
   */
  perform(operation: JsonObject, repeats: 'once' | 'again'): Promise<ToolResult>;
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
  run(tool: string, args: JsonObject, hands: PageHands): Promise<ToolResult>;
}
