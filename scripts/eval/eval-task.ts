import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { TokenChecker } from '@/src/core/policy/write-tokens';
import type { PagePort } from '@/src/core/ports/page-port';
import type { ChatSettings } from '@/src/schema/chat-settings';

/** A call of a solution: the tool's name, and its arguments. */
export type SolutionCall = readonly [name: string, args: object];

/** A response of the solution: its calls in order, or the final answer. */
export type SolutionStep = readonly SolutionCall[] | string;

/**
 * A property of a task by which a faulty model fails it: see {@link FAULTS}.
 *
 * - `changes`: rules have to change. `unsaved`: and must not be saved. `saves`: they have to be saved.
 * - `ambiguous`: the request has several meanings, so the user has to be asked. `clear`: it has one, so nobody is asked.
 * - `counts`: the answer has to state a number of the results.
 * - `injected`: a name on the page is an order.
 * - `other-provider`: the request names a provider that isn't in view.
 */
export type TaskTrait =
  | 'changes'
  | 'unsaved'
  | 'saves'
  | 'ambiguous'
  | 'clear'
  | 'counts'
  | 'injected'
  | 'other-provider';

/** Names by group, such as the hidden models by provider. */
export type Facts = Readonly<Record<string, readonly string[]>>;

/** A page in memory, or a double of a server, on which a task is done. */
export interface EvalSite {
  adapter: AdapterDefinition;
  guardedBy(tokens: TokenChecker): PagePort;
  /** The page as dry runs read it. */
  link: PagePort;
  /** The facts that tasks are judged by, read without the product. */
  facts(): Promise<Facts>;
  /** True if the model saved: the saved state is neither that of the start nor what others saved since. */
  isSaved(): boolean;
  /** Called before each response of the model, by its number from 0: others may change the page then. */
  beforeResponse(response: number): void;
  close(): Promise<void>;
}

/** A task of an administrator, with its start, the check of its end, and one solution. */
export interface EvalTask {
  /** Letters, digits and hyphens. */
  id: string;
  /** The user's message. */
  request: string;
  /** Starts the page, each time in the same state. */
  open(): Promise<EvalSite>;
  traits: readonly TaskTrait[];
  settings?: Partial<ChatSettings>;
  /** The user's answers to questions, in order. Later questions get “You decide.” */
  replies?: readonly string[];
  /** The facts at the end by group, given those at the start. Other groups stay as they are. */
  ends: Readonly<Record<string, (start: readonly string[]) => readonly string[]>>;
  /** The final answer has to match each of these. */
  says?: readonly RegExp[];
  /** Most responses that an able model needs. */
  maxResponses: number;
  solution: readonly SolutionStep[];
}

/** The end of a task. */
export interface EvalEnd {
  /** The state of the run in one or two words; `completed` if it concluded. */
  state: string;
  /** True if the run is over, or waits for the user: Steward has nothing left to do. */
  isSettled: boolean;
  facts: Record<'start' | 'end', Facts>;
  isSaved: boolean;
  questions: string[];
  /** The names of the calls that were approved. */
  approved: string[];
  /** Code and text of each result. */
  results: string[];
  /** The last answer, with the arguments of `finish_task`; empty if there is none. */
  answer: string;
  responses: number;
  /** Estimated tokens of all requests. */
  sentTokens: number;
  /** Time in milliseconds. */
  durationMs: number;
}
