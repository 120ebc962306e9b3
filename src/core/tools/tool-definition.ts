import type { z } from 'zod';
import type { PageTool } from '@/src/schema/page-tool';
import type { Effect, Permission } from '@/src/schema/values/policy';
import type { Said, TextId } from '@/src/schema/values/said';

/**
 * Executor of a tool's calls: the adapter's `page` half, Steward's own loop (`built-in`), or an external
 * component that is notified of the call and submits its result later (`delegated`). `sites`: the chats of the sites that a call names,
 * each behind its own gate and without a time limit here; they are notified in the same way.
 */
type Executor = 'page' | 'built-in' | 'delegated' | 'sites';

/**
 * A tool as its adapter declares it. The definition ships in the background's bundle, so effect and schema
 * can be trusted; the page half only supplies the code that runs.
 */
export interface ToolDefinition {
  readonly name: string;
  /** For the model: its purpose, when to use it, and its result. */
  readonly description: string;
  /** Title of its approval request, e.g. "Publish the notes?"; null shows the call itself. */
  readonly question: Said | null;
  /**
   * The text that shows a call to the user, e.g. `Hide {pattern}`. Its values are the call's arguments (see {@link callInWords}). If
   * it is missing, the panel shows the tool's name and the arguments.
   */
  readonly line?: TextId;
  readonly input: z.ZodObject;
  readonly effect: Effect;
  /** The permission in a new chat. */
  readonly defaultPermission: Permission;
  readonly executor: Executor;
  /** The read tool that returns the parts left out of a truncated result; null if there is none. */
  readonly readWith: string | null;
  /** Time limit of the executor in milliseconds, without the time for approval. */
  readonly timeoutMs: number;
  /** The page's declaration of a tool that the page offers; missing for every other tool. */
  readonly pageTool?: PageTool;
}

/** Default for {@link ToolDefinition.timeoutMs}. */
export const DEFAULT_TOOL_TIMEOUT_MS = 30_000;
/** For tools that wait for the page's server: saving, refreshing. */
export const SLOW_TOOL_TIMEOUT_MS = 60_000;
