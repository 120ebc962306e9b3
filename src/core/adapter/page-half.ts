import type { ChangeProgress } from '@/src/core/records/change-progress';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';

/** Identity of a page as its adapter determines it. */
export interface PageIdentity {
  /** Stable over reloads of the same page of the same site; differs between sites. */
  instanceId: string;
  title: string;
  /** Version of the site's product; missing where the site doesn't say it. */
  siteVersion?: string;
  /** Set if the page can show what is named ({@link PageDetector.show}). */
  canShow?: true;
}

export interface HalfChange {
  result: ToolResult;
  /**
   * The restorable state right after the change, whatever others changed since; null if nothing was sent to
   * the page.
   */
  state: Json | null;
}

/**
 * The part of an adapter that recognizes its pages. It runs in the content script: small, without zod or prompts. Every
 * promise rejects with a StewardError only.
 */
export interface PageDetector {
  /** The id of the definition. */
  readonly id: string;
  /**
   * Resolves with the page's identity, or null if the document isn't one of the adapter's pages, e.g. since it lacks the sign. Rejects
   * with `page-protocol` if it is one that the adapter can't work with. Never waits longer than 2,000 ms.
   */
  detect(signal: AbortSignal): Promise<PageIdentity | null>;
  /** Calls `onChange` after each change of the page's state that the document shows, until the signal aborts. */
  subscribe(onChange: () => void, signal: AbortSignal): void;
  /**
   * Scrolls to the thing that the definition's `shownBy` gave this text for, and marks it for {@link MARK_MS}. Changes nothing
   * else: no click, no focus, nothing that a checkpoint keeps. Resolves with false if it is not in sight. Undefined if no page of
   * the adapter can show anything.
   */
  show?(text: string, signal: AbortSignal): Promise<boolean>;
  /** The text that the user has selected, without what is hidden or secret. Only the half for any page reads it. */
  readSelection?(): string;
}

/** Time for which a shown thing is marked, in milliseconds. */
export const MARK_MS = 2_000;

/**
 * The part of an adapter that reads and changes the page's state. It runs in the content script, or in the background if
 * the state is reached over an API with a key that no page may see (a {@link ServiceAdapter}'s). Every promise rejects
 * with a StewardError only.
 */
export interface StateHalf {
  /** The id of the definition. */
  readonly id: string;
  /** Reads the page's whole structured state. */
  getContext(signal: AbortSignal): Promise<Json>;
  /**
   * The restorable part of a context. Pure, so that a context and its state are always from the same moment.
   */
  stateOf(context: Json): Json;
  /**
   * Changes the page to `state`, all or nothing, and resolves with the restorable state right after that (see
   * HalfChange). Otherwise rejects with `state-refused` and leaves the page unchanged.
   */
  applyState(state: Json, signal: AbortSignal, report?: (progress: ChangeProgress) => void): Promise<Json>;
  /**
   * Runs a read tool, or a step of one. Refuses anything that would change the page. Failures that the model
   * can act on are results; only a broken page rejects.
   */
  query(tool: string, args: JsonObject, signal: AbortSignal): Promise<ToolResult>;
  /**
   * True for a change that the page itself refuses once its restorable state is no longer that of the last
   * `getContext`. For such a change, `execute` calls `assertExpected` with each state that it reads before the
   * change, and the host makes no reading of its own right before it. Undefined if the half has no such change.
   */
  isGuarded?(args: JsonObject): boolean;
  /**
   * Set if the signal of `execute` is also aborted once the background no longer waits for a change that has
   * started.
   */
  readonly stopsWhenWithdrawn?: true;
  /**
   * Runs a tool, or its single step, that changes the page. The host has checked the page's state before. A half
   * that waits for something before its change calls `assertExpected`, which throws `page-changed` if state or document
   * changed meanwhile. A half that changes several things one after the other calls `report` before each one.
   */
  execute(
    tool: string,
    args: JsonObject,
    signal: AbortSignal,
    assertExpected?: (state: Json) => void,
    report?: (progress: ChangeProgress) => void,
  ): Promise<HalfChange>;
}

/**
 * The part of an adapter that runs wholly in the page's content script. It is untrusted: the background parses all its
 * answers by schema.
 */
export interface PageHalf extends PageDetector, StateHalf {}
