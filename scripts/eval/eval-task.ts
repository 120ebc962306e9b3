import type { RulesByProvider } from '@/src/adapters/kit/rules/provider-rules';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
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

/** A task of an administrator on a model-filter page, with its start, the check of its end, and one solution. */
export interface EvalTask {
  /** Letters, digits and hyphens. */
  id: string;
  /** The user's message. */
  request: string;
  /** The page at the start. */
  start: ModelFilterContext;
  traits: readonly TaskTrait[];
  settings?: Partial<ChatSettings>;
  /** The user's answers to questions, in order. Later questions get “You decide.” */
  replies?: readonly string[];
  /** Changes that another administrator makes to the rules in the proxy's file, each just before the response of this number, counted from 0. */
  elsewhere?: Readonly<Record<number, RulesByProvider>>;
  /** The models that have to be hidden at the end, by provider. Those of other providers stay as they are at the start. */
  hidden: Readonly<Record<string, readonly string[]>>;
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
  drafts: RulesByProvider;
  saved: RulesByProvider;
  questions: string[];
  /** The names of the calls that were approved. */
  approved: string[];
  /** Code and text of each result. */
  results: string[];
  /** The last answer; empty if there is none. */
  answer: string;
  responses: number;
  /** Estimated tokens of all requests. */
  sentTokens: number;
  /** Time in milliseconds. */
  durationMs: number;
}
