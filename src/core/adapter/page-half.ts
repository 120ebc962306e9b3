import type { Json, JsonObject } from '../json';
import type { ToolResult } from '../records/tool-result';

/** What page this is, as far as an adapter can tell. */
export interface PageIdentity {
  /** Stays the same over reloads of the same page of the same site, and differs between two sites. */
  instanceId: string;
  title: string;
}

/** What became of a change. */
export interface HalfChange {
  result: ToolResult;
  /** The restorable state right after it, whatever others changed since; null if the page was not asked for anything. */
  state: Json | null;
}

/**
 * The half of an adapter that runs in the page's content script: small, no zod, no prompts. Every promise rejects
 * with a StewardError only. It is hostile territory: whatever it answers is parsed by schema in the background.
 */
export interface PageHalf {
  /** That of the definition. */
  readonly id: string;
  /** Tells whether this document is one of the adapter's pages. Never waits longer than 2,000 ms. */
  detect(signal: AbortSignal): Promise<PageIdentity | null>;
  /** The page's whole structured state, now. */
  getContext(signal: AbortSignal): Promise<Json>;
  /** The restorable part of a context. Pure, so that a context and its state are always of the same moment. */
  stateOf(context: Json): Json;
  /**
   * Puts the page into `state`, all or nothing, and resolves with the restorable state right after that (see HalfChange).
   * Rejects with `state-refused` and leaves the page as it was.
   */
  applyState(state: Json, signal: AbortSignal): Promise<Json>;
  /**
   * Runs a tool, or a step of one, that only looks. Whatever would change the page is refused here, however it is asked
   * for. Failures that the model can act on are results; only a broken page rejects.
   */
  query(tool: string, args: JsonObject, signal: AbortSignal): Promise<ToolResult>;
  /** Runs a tool, or its one step, that changes something. The host has looked at the page's state before. */
  execute(tool: string, args: JsonObject, signal: AbortSignal): Promise<HalfChange>;
  /** Calls back after each change of the page's state, until the signal aborts. */
  subscribe(onChange: () => void, signal: AbortSignal): void;
}
