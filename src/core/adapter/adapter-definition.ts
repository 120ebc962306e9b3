import type { z } from 'zod';
import type { Json, JsonObject } from '../json';
import type { PromptContribution } from '../prompts/prompt-contribution';
import type { Change, StateDifference } from '../records/change';
import type { ToolDefinition } from '../tools/tool-definition';

/** Tells changes apart where they are counted instead of listed. */
export interface ChangeGroup {
  /** Fields of the change, for example its provider: changes that differ in one of them are counted apart. */
  fields: JsonObject;
  /** The read tool that shows what the page has now in place of what the change tells; null where there is none. */
  readWith: string | null;
}

/** The panel's one line about the page: always true, computed from a context. */
export interface PageLine {
  /** The adapter's short title, e.g. "Model filter". */
  title: string;
  /** Facts in reading order, e.g. ["openai", "45 models", "7 hidden"]. */
  facts: string[];
  unsaved: boolean;
}

/** How a page's changes are saved, and how that is worded after a rollback past a save. */
export interface SavingWords {
  /** The commit tool that saves the page as it is; it takes no arguments. */
  readonly tool: string;
  /** Who still gets what was saved, in one sentence, e.g. "Clients still get the rules you saved." */
  readonly stillSaved: string;
  /** The button that restores what was saved before, e.g. "Restore the earlier saved rules". */
  readonly restore: string;
}

/**
 * The half of an adapter that background and panel trust: schemas, effects, prompts and pure functions. `Context` is
 * the page's structured state as its page half reports it; `State` is the restorable part that checkpoints keep.
 * Both are JSON.
 */
export interface AdapterDefinition<Context extends Json = Json, State extends Json = Json> {
  readonly id: string;
  readonly title: string;
  readonly contextSchema: z.ZodType<Context>;
  readonly stateSchema: z.ZodType<State>;
  readonly tools: readonly ToolDefinition[];
  readonly contributions: readonly PromptContribution[];
  /** The part of a context that a checkpoint keeps. Equal states give equal JSON. */
  restorableState(context: Context): State;
  /** Types of changes that the page makes by itself, such as data that it fetched again; without another cause they are its own. */
  readonly ownChangeTypes: readonly string[];
  /** What changed between two contexts, oldest first. `atMs` stamps the entries. */
  diffContext(previous: Context, next: Context, atMs: number): Change[];
  /** The group in which a change is counted, beside its type, where there are too many changes to list. */
  changeGroup(change: Change): ChangeGroup;
  /**
   * The context as compact text for the model, at most `budgetTokens` as `estimateTokens` counts them; all of it for
   * `Infinity`. An adapter may name a minimum that it takes in place of smaller budgets.
   */
  encodeContext(context: Context, budgetTokens: number): string;
  /** What lies between two restorable states, for the rollback sheet. */
  diffState(from: State, to: State): StateDifference[];
  /** The page line, without I/O. */
  pageLine(context: Context): PageLine;
  /** The OpenAI-compatible base URL of the proxy whose page this is, on the page's own origin; null if the adapter knows none. */
  llmBaseUrl(pageOrigin: string): string | null;
  /** Whether a change on this page takes effect for others at once, without being saved. Every change then asks first. */
  goesLive(context: Context): boolean;
  /** Whether what is saved behind the page differs from what the page shows, and that in one sentence; null if it doesn't. */
  unsavedNote(context: Context): string | null;
  /**
   * The state that puts back the unsaved changes which a page lost by being loaded anew. `known` is what was last seen of
   * it before, `now` what it shows since. Null if nothing was lost, or if it would overwrite something that came since:
   * changes on the page, or another save.
   */
  lostState(known: Context, now: Context): State | null;
  /** What is saved behind the page, which a commit replaces; null where the page saves nothing. Equal values give equal JSON. */
  savedState(context: Context): Json | null;
  /** The page's state with `saved`, an earlier {@link savedState}, as its unsaved changes; null if the page can't show it. */
  stateFromSaved(context: Context, saved: Json): State | null;
  /** Left out where the page saves nothing, or no tool saves it. */
  readonly saving?: SavingWords;
}

/** Keeps the inferred types of an adapter's context and state, and checks the shape. */
export function defineAdapter<Context extends Json, State extends Json>(
  definition: AdapterDefinition<Context, State>,
): AdapterDefinition<Context, State> {
  return definition;
}
