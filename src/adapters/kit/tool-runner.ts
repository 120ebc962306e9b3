import type { Json, JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';

/** Access of one tool call, running in the background, to its page. Every method rejects with a StewardError only. */
export interface ToolPage {
  /** The page's current context, parsed by the adapter's schema. */
  read(): Promise<Json>;
  /** Sends an operation that changes nothing to the page half's `query`. May be repeated. */
  look(operation: JsonObject): Promise<ToolResult>;
  /**
   * Sends the single changing step of the call to the page half's `execute`. It runs at most once: it needs the call's
   * token, and after a restart of the background its outcome is recovered instead of sending it again.
   */
  change(step: JsonObject): Promise<ToolResult>;
}

/**
 * An adapter's tools, for the background. They compute on parsed contexts and send the page half only what has to run in
 * the page. This keeps the content script small, and results are not computed in an untrusted page.
 */
export interface ToolRunner {
  /** The id of the adapter. */
  readonly id: string;
  /** Runs one call. Its arguments fit the tool's schema. */
  run(tool: string, args: JsonObject, page: ToolPage): Promise<ToolResult>;
}
