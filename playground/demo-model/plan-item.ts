import type { DemoReply, ToolCall } from './demo-reply';
import type { PageSight } from './read-conversation';
import { callKey, type MadeCall, type Outcome } from './read-tool-results';
import type { RuleNews } from './rule-news';

/**
 * One thing to do about a message. A `call` stands in the plan whether it was made or not; one made for a `lookup`
 * is made before all others and reported only if it fails; one made as an `attempt` isn't reported. An `answer` is
 * worded at the end, from the page as it is then and whether all before it worked out; null says nothing. A
 * `problem` is something that could not be done, so that nothing is saved over it; `noMatch` tells that it is just
 * that no model of a provider fits. A `question` comes before all else.
 */
export type PlanItem =
  | { kind: 'call'; purpose: 'order' | 'lookup' | 'attempt'; call: ToolCall; reason: string }
  | { kind: 'answer'; text: (now: PageSight, isDone: boolean) => string | null }
  | { kind: 'problem'; text: string; noMatch: { named: string; provider: string } | null }
  | { kind: 'question'; text: string; choices: string[] };

/** The tools that the demo model knows how to use on a filter page. */
export type KnownTool =
  | 'add_ignore_rule'
  | 'remove_ignore_rule'
  | 'add_whitelist_rule'
  | 'remove_whitelist_rule'
  | 'clear_all_ignore_rules'
  | 'clear_all_whitelist_rules'
  | 'import_rules'
  | 'apply_rules'
  | 'preview_rules'
  | 'get_models_matching_pattern'
  | 'get_model_details'
  | 'explain_model_status'
  | 'list_models'
  | 'list_rules'
  | 'switch_provider'
  | 'refresh_models'
  | 'save_changes'
  | 'discard_changes';

/** What a plan is made from. */
export interface PlanContext {
  /** The page; for a provider that isn't in view, what is known of it. */
  sight: PageSight;
  /** The provider that calls name; null for the one in view, which they needn't name. */
  provider: string | null;
  /** Whether the same is planned for other providers too, so that those without a fitting model are passed over. */
  isOneOfMany: boolean;
  /** Names of the tools that the request offers. */
  tools: ReadonlySet<string>;
  /** Calls made since the message, and before it. */
  madeCalls: readonly MadeCall[];
  earlierCalls: readonly MadeCall[];
  /** Rules changed in this conversation and not saved since. */
  news: readonly RuleNews[];
}

type CallItem = Extract<PlanItem, { kind: 'call' }>;

/** A call on the provider that the context is about. */
export function callItem(
  { provider }: Pick<PlanContext, 'provider'>,
  name: KnownTool,
  values: Record<string, unknown>,
  reason: string,
): CallItem {
  return wholeCall(name, provider === null ? values : { ...values, provider }, reason);
}

/** A call whose arguments are complete: it is about no provider, or names them itself. */
export function wholeCall(name: KnownTool, values: Record<string, unknown>, reason: string): CallItem {
  return { kind: 'call', purpose: 'order', call: { name, arguments: values }, reason };
}

export function problem(text: string): PlanItem {
  return { kind: 'problem', text, noMatch: null };
}

export function answer(text: string): PlanItem {
  return { kind: 'answer', text: () => text };
}

/** What the last of these calls came to; null while it wasn't made. */
export function outcomeOf({ call }: CallItem, { madeCalls }: Pick<PlanContext, 'madeCalls'>): Outcome | null {
  const key = callKey(call);
  return madeCalls.findLast((made) => callKey(made.call) === key)?.outcome ?? null;
}

/** The answer that puts a question to the person: by the tool for it, or in words. */
export function askReply(
  { text, choices }: Extract<PlanItem, { kind: 'question' }>,
  tools: ReadonlySet<string>,
): DemoReply {
  const reasoning = 'The request has several meanings that lead to different changes, so I ask first.';
  if (!tools.has('ask_user')) {
    return { reasoning, content: `${text} You can answer: ${choices.join('; ')}.`, toolCalls: [] };
  }
  const call = { name: 'ask_user', arguments: { question: text, choices, allow_other: true } };
  return { reasoning, content: 'One question first.', toolCalls: [call] };
}
