import type { z } from 'zod';
import type { Change, StateDifference } from '@/src/schema/change';
import type { PageTool } from '@/src/schema/page-tool';
import type { ToolResult } from '@/src/schema/tool-result';
import type { InForce } from '@/src/schema/values/in-force';
import type { Json, JsonObject } from '@/src/schema/values/json';
import type { RuleUse } from '@/src/schema/values/rule-use';
import type { Said } from '@/src/schema/values/said';
import type { AdapterContribution } from '../prompts/prompt-contribution';
import type { ToolDefinition } from '../tools/tool-definition';
import type { Accent } from './accent';
import type { ModelGroup } from './page-models';
import type { ResultViews } from './result-view';

/** Identifies changes that are counted together when there are too many to list. */
export interface ChangeGroup {
  /** Fields of the change, for example its provider. Changes that differ in one are counted separately. */
  fields: JsonObject;
  /** The read tool that returns the page's current state of what changed; null if there is none. */
  readWith: string | null;
}

/** The panel's one-line summary of the page, computed from a context. */
export interface PageLine {
  /** The adapter's short title, e.g. "Model filter". */
  title: Said;
  /**
   * Name of the subject of the facts, such as a provider or a server; null if the title already names the subject. The
   * panel cuts a name that is too long for the line.
   */
  name: string | null;
  /**
   * Facts, the most important first, e.g. ["7 hidden", "45 models"]. If a fact doesn't fit into the line, the panel
   * leaves out this fact and all later ones.
   */
  facts: Said[];
  unsaved: boolean;
}

/** Texts about the saved state, in the words of the page's own domain. */
export interface SavingWords {
  /** Shown before a rollback, which never saves, e.g. "What clients see stays the same until you save." */
  readonly untouched: Said;
  /** Shown after a rollback if the page then equals what is saved, e.g. "The saved file was not touched and equals the page." */
  readonly unchanged: Said;
  /** Shown after a rollback past a save, about those who still get the saved state, e.g. "Clients still get the rules you saved." */
  readonly stillSaved: Said;
  /** Label of the button that restores the previous saved state, e.g. "Restore the earlier saved rules". */
  readonly restore: Said;
}

/** The saving of a page whose changes take effect for others when they are saved. */
export interface SavingCapability<Context extends Json = Json, State extends Json = Json> {
  /** The commit tool that saves the page; it takes no arguments. Null if only the user can save it. */
  readonly tool: string | null;
  /** The saved state, which only a commit changes. Equal values give equal JSON. */
  savedState(context: Context): Exclude<Json, null>;
  /**
   * The page's state with `saved`, an earlier {@link savedState}, as its unsaved changes; null if the page
   * can't show it.
   */
  stateFromSaved(context: Context, saved: Json): State | null;
  /** A sentence stating that the saved state differs from what the page shows; null if it doesn't. */
  unsavedNote(context: Context): Said | null;
  /**
   * The state that restores the unsaved changes that a page lost when it was reloaded. `known` is the last
   * context before the reload, `now` the current one. Null if nothing was lost, or if restoring would
   * overwrite newer changes on the page or another save.
   */
  lostState(known: Context, now: Context): State | null;
  /** True if this page applies changes without a save, although others of its kind wait for one. */
  isBypassed(context: Context): boolean;
  readonly words: SavingWords;
}

export interface ContextPart {
  /** Path of the part in its page, e.g. `users/table-1`; unique in the context. */
  key: string;
  content: Json;
}

/**
 * The division of a page into parts that a chat can leave out of its requests. A change of a part has the part's
 * key in its field `part`.
 */
export interface ContextParts<Context extends Json = Json> {
  /** All parts, in the order of the page. */
  list(context: Context): ContextPart[];
  /** The context without the parts whose keys are left out. It fits the adapter's schema. */
  without(context: Context, isLeftOut: (key: string) => boolean): Context;
}

/** The parts of one kind that the user can mention in a message, such as all models: `@model:openai/gpt-4o`. */
export interface NamedPartKind<Context extends Json = Json> {
  /**
   * All parts of this kind, in the order of the page. `note` says what a part is, in a few words; missing if the
   * name says it.
   */
  list(context: Context): readonly { name: string; note?: Said }[];
  /** The whole part as text for the model; null if the page has none of this name. Page text in it can't imitate other lines. */
  text(context: Context, name: string): string | null;
}

/** A change of the page that a call asks for, computed on a context instead of on the page. */
export interface ComputedChange<Context extends Json = Json> {
  /** The context that the call leads to. */
  after: Context;
  /** Message of the call's result for the model, in the past tense. */
  message: string;
  /** The outcome for the user, such as the number of models that changed. If it is missing, the user reads `message`. */
  forUser?: Said;
  /**
   * Arguments of the same tool with the same effect, whose meaning doesn't change if the page changes meanwhile, such as names in
   * place of a pattern. They are approved and carried out instead of the call's own (see `computedCalls`).
   */
  step?: JsonObject;
  /** Data of the call's result, such as the names that changed. */
  data?: JsonObject;
}

/**
 * The outcome of a call: its change, or the result of a call that changes nothing, because its tool only reads or
 * the call failed.
 */
export type ComputedCall<Context extends Json = Json> = ComputedChange<Context> | ToolResult;

/** The page that offers a tool of its own, for a call of that tool. Its texts come from the page. */
export interface OfferingPage {
  /** Identifies the document at its address: another value after each navigation, also within the document. */
  visit: string;
  address: string;
  title: string;
}

/** Default for {@link AdapterDefinition.applyTimeoutMs}. */
export const DEFAULT_APPLY_TIMEOUT_MS = 30_000;

/**
 * The part of an adapter that background and panel trust: schemas, effects, prompts and pure functions.
 * `Context` is the page's structured state as its page half reports it; `State` is the restorable part that
 * checkpoints keep. Both are JSON.
 */
export interface AdapterDefinition<Context extends Json = Json, State extends Json = Json> {
  readonly id: string;
  readonly title: string;
  readonly contextSchema: z.ZodType<Context>;
  readonly stateSchema: z.ZodType<State>;
  readonly tools: readonly ToolDefinition[];
  readonly contributions: readonly AdapterContribution<Context>[];
  /**
   * The part of a context that a checkpoint keeps. Equal states give equal JSON. The rest of a context must not depend
   * on this part, unless its changes are in {@link ownChangeTypes}: after a rollback they would be attributed to the
   * user.
   */
  restorableState(context: Context): State;
  /**
   * The state with the same view as every other one, such as the provider that the page shows: what the page manages, without what it
   * shows of it. Undefined for states without a view.
   */
  withoutView?(state: State): State;
  /** The context with another restorable state. Undefined if the members of the state are members of the context. */
  withState?(context: Context, state: State): Context;
  /**
   * For a page that can't take every earlier state, such as one that can't create the things that its state has entries for, or
   * that refuses to turn off what is in use: the state nearest to `wanted`, an earlier one, that the page can take now. `context` is the
   * page's own. `left`: sentences on what stays different. Undefined for a page that can take any earlier state.
   */
  takeable?(now: State, wanted: State, context: Context): { state: State; left: Said[] };
  /**
   * The state of the page `now` with what it can take from another site's page `from`: rules, exclusions and flags of things that both
   * have. Keys, ids, accounts, addresses and the view stay as they are. `left`: names of things of `from` with rules or flags that `now`
   * doesn't have. Undefined if nothing of one site's state makes sense on another.
   */
  portableState?(from: Context, now: Context): { state: State; left: string[] };
  /** Set if the page's state is only compared and never restored. A rollback leaves such a page as it is. */
  readonly isNeverRestored?: true;
  /**
   * Types of changes that the page makes by itself, such as refetched data. Without another known cause they
   * are attributed to the page.
   */
  readonly ownChangeTypes: readonly string[];
  /** The changes between two contexts, oldest first. `atMs` is their timestamp. */
  diffContext(previous: Context, next: Context, atMs: number): Change[];
  /**
   * The group in which a change is counted, in addition to its type, if there are too many changes to list.
   */
  changeGroup(change: Change): ChangeGroup;
  /**
   * The context as compact text for the model, at most `budgetTokens` as counted by `estimateTokens`;
   * complete for `Infinity`. An adapter may enforce a minimum budget.
   */
  encodeContext(context: Context, budgetTokens: number): string;
  /** The page's parts, of which a chat can leave some out. Undefined for a page that is sent as a whole. */
  readonly parts?: ContextParts<Context>;
  /** The parts that the user can mention in a message, by kind (letters from a to z). Undefined if it can mention none. */
  readonly namedParts?: Readonly<Record<string, NamedPartKind<Context>>>;
  /** The tools that the page itself offers, and the page that offers them. Undefined for a page whose own tools are not used. */
  readonly ownTools?: { list(context: Context): readonly PageTool[]; page(context: Context): OfferingPage };
  /** The differences between two restorable states, for the rollback sheet. */
  diffState(from: State, to: State): StateDifference[];
  /**
   * The effect of a restored state on others, or on what the page shows, in sentences with counts, for the previews of rollback,
   * undo and redo: which models clients lose and get back, for example. `after`: the page's context with that state. On a large
   * page it lets other tasks run in between. Undefined if the differences say it all.
   */
  stateEffect?(before: Context, after: Context): Promise<Said>;
  /**
   * All models of a page that decides which of them clients get, with their states, for the strip of models: the page line, approval
   * requests and previews show it. On a large page it lets other tasks run in between. Undefined for a page without models.
   */
  models?(context: Context): Promise<readonly ModelGroup[]>;
  /**
   * The rules of a page, in their order, with the models that each one decides. On a large page it lets other tasks run in between.
   * Undefined for a page without rules.
   */
  ruleUse?(context: Context): Promise<readonly RuleUse[]>;
  /** The summary of the page. No I/O. */
  pageLine(context: Context): PageLine;
  /**
   * The page's saved state and how it is saved. Undefined for a page without a save: each of its changes takes
   * effect at once, and so needs approval by default.
   */
  readonly saving?: SavingCapability<Context, State>;
  /**
   * True if the state is that of the site's server, which others change, too: the page line names the server, and a change that
   * nothing explains may be anyone's.
   */
  readonly isShared?: true;
  /**
   * A sentence on when changes of a page without a save take effect, if that isn't at once. Shown with its policy and with
   * rollbacks.
   */
  readonly effectNote?: Said;
  /**
   * Compares what clients get now with the change of the page from the state `before` to the present one. On a large page it lets other
   * tasks run in between. Undefined if the context doesn't contain what clients get; a page with a save is then compared with what is saved.
   */
  inForce?(before: State, now: Context): Promise<InForce>;
  /**
   * Set if the page shows a change that Steward made only once it is loaded again, such as a form that a server filled. The panel then
   * offers to reload it, since saving the outdated form would revert the change.
   */
  readonly isOutdatedByChanges?: true;
  /**
   * Time limit of applying a state, in milliseconds, for a page that takes longer than {@link DEFAULT_APPLY_TIMEOUT_MS}: one
   * whose server takes a request for each part of it, for example.
   */
  readonly applyTimeoutMs?: number;
  /**
   * Time after a stop for which the answer of a running change is awaited, in milliseconds, for a page whose changes can stop between
   * two parts ({@link StateHalf.stopsWhenWithdrawn}). Undefined if none can: a stop then ends within a second.
   */
  readonly stopTimeoutMs?: number;
  /**
   * Computes a call without the page. Pure, and `args` fit the tool's schema. Approval requests show its effect (see
   * `computedDryRun`). Undefined if the adapter has a dry run of its own, or none: then the user approves calls by their
   * arguments alone.
   */
  computeCall?(context: Context, tool: string, args: JsonObject): ComputedCall<Context>;
  /**
   * Views of the results of tools, which the panel shows besides their messages. Undefined if the messages are enough.
   */
  readonly resultViews?: ResultViews;
  /**
   * The text to search for on a page with this context, in order to show what has this name (see `PageDetector.show`). The name
   * is from an answer, a dry run or a result. Null if nothing on the page has the name, or if it is not in sight. Called for
   * many names at once. Undefined if the page can show nothing.
   */
  shownBy?(context: Context, name: string): string | null;
  /** A colour of the page's own for the panel, such as its product's. Used only if `accentProblems` finds none. */
  readonly accent?: Accent;
  /** Messages that the panel suggests for an empty chat, the best first. */
  suggestions?(context: Context): Said[];
  /** The OpenAI-compatible base URL of the service whose page this is; proposed for a new connection. */
  proposedBaseUrl?(pageOrigin: string): string;
}

/** Checks an adapter's definition against the type and keeps the inferred types of its context and state. */
export function defineAdapter<Context extends Json, State extends Json>(
  definition: AdapterDefinition<Context, State>,
): AdapterDefinition<Context, State> {
  return definition;
}
