import type { z } from 'zod';
import type { JsonObject } from '../json';

/**
 * What a tool does to the world:
 * `read` changes nothing; `navigate` changes what is shown, not what is configured; `write` changes the page's
 * restorable state (a checkpoint can take it back); `commit` leaves the page, so Steward can't take it back.
 */
export type Effect = 'read' | 'navigate' | 'write' | 'commit';

/**
 * Who carries a tool's calls out: the adapter's `page` half; Steward's own loop (`built-in`, ledger D-057); or somebody
 * who hears of the call and hands its result in later (`delegated`, ledger D-058).
 */
export type Executor = 'page' | 'built-in' | 'delegated';

/** What a chat's policy says about a tool: run it, ask the person first, or refuse it. */
export const PERMISSIONS = ['allow', 'ask', 'deny'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/**
 * A tool as its adapter's definition declares it. It ships in the background's bundle, so effect and schema can be
 * trusted; the page half only supplies the code that runs.
 */
export interface ToolDefinition {
  readonly name: string;
  /** For the model: what it does, when to use it, what it returns. */
  readonly description: string;
  /** What the person is asked when it needs their approval, e.g. "Publish the notes?"; null asks by the call itself. */
  readonly question: string | null;
  readonly input: z.ZodObject;
  readonly effect: Effect;
  /** The policy for a new chat. */
  readonly defaultPermission: Permission;
  readonly executor: Executor;
  /** The read tool that pages through what a cut result left out; null where there is none. */
  readonly pagedBy: string | null;
  /** How long the executor may take. Waiting for an approval doesn't count. */
  readonly timeoutMs: number;
}

/** What a call came to. `error_code` is spelt as it goes over the wire to the model (ledger A-053..A-056). */
export interface ToolResult {
  success: boolean;
  /** One or two sentences for person and model alike. */
  message: string;
  data?: JsonObject;
  error_code?: string;
}

/**
 * The `error_code` of a commit that was refused, with nothing written, because somebody else had changed what it would
 * replace. An adapter's commit tools have to use it: the next commit then needs the user's approval.
 */
export const SAVED_CHANGED = 'saved_changed';

/** Default for {@link ToolDefinition.timeoutMs}: 30 s, as the ledger's reading of 000 settles. */
export const DEFAULT_TOOL_TIMEOUT_MS = 30_000;
/** For tools that wait for the proxy itself: saving, refreshing. */
export const SLOW_TOOL_TIMEOUT_MS = 60_000;

/** Whether a call changes the page's restorable state or what lies behind it, so that a checkpoint comes first. */
export function changesPage(effect: Effect): boolean {
  return effect === 'write' || effect === 'commit';
}
