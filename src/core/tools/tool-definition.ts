import type { z } from 'zod';
import type { Effect, Permission } from '../records/tool-effect';

/**
 * Who carries a tool's calls out: the adapter's `page` half; Steward's own loop (`built-in`, ledger D-057); or somebody
 * who hears of the call and hands its result in later (`delegated`, ledger D-058).
 */
export type Executor = 'page' | 'built-in' | 'delegated';

/**
 * A tool as its adapter's definition declares it. It ships in the background's bundle, so effect and schema can be
 * trusted; the page half only supplies the code that runs.
 */
export interface ToolDefinition {
  readonly name: string;
  /** For the model: what it does, when to use it, what it returns. */
  readonly description: string;
  /** What the user is asked when it needs their approval, e.g. "Publish the notes?"; null asks by the call itself. */
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

/** Default for {@link ToolDefinition.timeoutMs}: 30 s, as the ledger's reading of 000 settles. */
export const DEFAULT_TOOL_TIMEOUT_MS = 30_000;
/** For tools that wait for the proxy itself: saving, refreshing. */
export const SLOW_TOOL_TIMEOUT_MS = 60_000;
