import { composeDemoReply } from '@/playground/demo-model/compose-demo-reply';
import type { DemoReply, ToolCall } from '@/playground/demo-model/demo-reply';
import type { DemoMessage } from '@/playground/demo-model/demo-request';
import type { ToolPage } from '@/src/adapters/kit/calls';
import type { RuleSet } from '@/src/adapters/kit/rules/provider-rules';
import { modelFilterCalls } from '@/src/adapters/model-filter/calls';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import { diffContext } from '@/src/adapters/model-filter/diff';
import { encodeContext } from '@/src/adapters/model-filter/encode-context';
import type { PageOperation } from '@/src/adapters/model-filter/page-operation';
import { changeLines, pageDataBlock } from '@/src/core/context/page-data-block';
import { toolsOf } from '@/src/core/tools/built-in-tools';
import { validateCall } from '@/src/core/tools/validate-call';
import { wireResult } from '@/src/core/tools/wire-result';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { modelFilterState } from '@/tests/fakes/model-filter-page';

const CATALOGUE: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['claude-2.1', 'claude-3-haiku', 'claude-3-opus-preview'],
  gemini: ['gemini-1.5-pro', 'gemini-2.0-flash', 'gemini-2.0-flash-preview'],
  openai: ['gpt-3.5-turbo', 'gpt-4', 'gpt-4-preview', 'gpt-4o', 'gpt-4o-mini', 'o1', 'o1-mini', 'o1-preview'],
};
const TOOLS = toolsOf(modelFilter.tools, { sendsMessages: false });
const MAX_ROUNDS = 6;

/** The part of the page that a test sets; by default three providers without rules, with openai in view. */
export interface SessionFacts {
  catalogue?: Readonly<Record<string, readonly string[]>>;
  rules?: Readonly<Record<string, Partial<RuleSet>>>;
  budgetTokens?: number;
  withoutTools?: readonly string[];
  /** The system prompt; none by default. */
  system?: string;
  /** Answers a call instead of the page; null lets the page run it. */
  intercept?: (call: ToolCall) => ToolResult | null;
}

/** A conversation with the demo model about a page in memory. The extension's own code encodes its requests. */
export function createSession(facts: SessionFacts = {}) {
  const { catalogue = CATALOGUE, rules = {}, budgetTokens = 8_000, withoutTools = [] } = facts;
  const idsOf = (provider: string) => (catalogue[provider] ?? []).map((name) => `${provider}/${name}`);
  const asSets = Object.entries(rules).map(([name, set]) => [name, { ignore: [], whitelist: [], ...set }]);
  const start: Record<string, RuleSet> = Object.fromEntries(asSets);
  let context = modelFilterState({
    provider: 'openai',
    providers: Object.keys(catalogue),
    models: { openai: idsOf('openai') },
    drafts: start,
    saved: start,
  });
  const messages: DemoMessage[] =
    facts.system === undefined ? [] : [{ role: 'system', content: facts.system }];
  let isAsked = false;

  function perform(operation: PageOperation): JsonObject {
    if (operation.operation === 'apply') {
      context = { ...context, ...operation.to };
      return {};
    }
    const { name, args } = operation;
    const provider = String(args.provider ?? context.provider);
    if (name === 'read-saved') return { changed: [] };
    if (name === 'save') {
      context = { ...context, saved: context.drafts };
      return { providers: [provider], effective: 'now' };
    }
    context = { ...context, models: { ...context.models, [provider]: idsOf(provider) } };
    if (name === 'switch-provider') context = { ...context, provider };
    return { provider, count: idsOf(provider).length };
  }
  const answer = async (operation: JsonObject): Promise<ToolResult> => {
    return { success: true, message: 'Done.', data: { result: perform(operation as PageOperation) } };
  };
  const page: ToolPage = { read: async () => context, look: answer, change: answer };

  async function resultOf(call: ToolCall): Promise<ToolResult> {
    const checked = validateCall(TOOLS, { name: call.name, argumentsText: JSON.stringify(call.arguments) });
    if (checked.kind !== 'valid') throw new Error(`The demo model made an invalid call: ${callText(call)}`);
    if (call.name === 'ask_user') return { success: true, message: 'Asked.' };
    return (
      facts.intercept?.(call) ?? modelFilterCalls.tools.run(call.name, call.arguments as JsonObject, page)
    );
  }

  async function answerTo({ content, toolCalls }: DemoReply): Promise<void> {
    // The same ids in every answer, as some endpoints send them.
    const tool_calls = toolCalls.map(({ name, arguments: values }, at) => ({
      id: `call_${at}`,
      type: 'function' as const,
      function: { name, arguments: JSON.stringify(values) },
    }));
    messages.push({ role: 'assistant', content, tool_calls });
    const before = context;
    for (const [at, call] of toolCalls.entries()) {
      messages.push({ role: 'tool', tool_call_id: `call_${at}`, content: wireResult(await resultOf(call)) });
    }
    const lines = changeLines(diffContext(before, context, 0));
    const last = messages.at(-1);
    if (last !== undefined && lines !== '') {
      last.content += `\n\n[PAGE UPDATED]\n${pageDataBlock('page-changes', 'n-1', lines)}`;
    }
  }

  return {
    drafts: () => context.drafts,
    saved: () => context.saved,
    /**
     * Sends a message with the page's state, or the answer to a question without it, since that belongs to the same run. Resolves with
     * the calls of each round, such as `add_ignore_rule(*-mini*, gemini)`, and the text of the last answer.
     */
    async ask(text: string) {
      const message = messageWith(text, [encodeContext(context, budgetTokens)]);
      messages.push(isAsked ? { role: 'user', content: text } : message);
      const rounds: string[][] = [];
      for (let round = 1; round <= MAX_ROUNDS; round += 1) {
        const reply = replyTo(messages, withoutTools);
        isAsked = reply.toolCalls.some(({ name }) => name === 'ask_user');
        if (reply.toolCalls.length > 0) rounds.push(reply.toolCalls.map(callText));
        await answerTo(reply);
        if (isAsked || reply.toolCalls.length === 0) {
          return { rounds, calls: rounds.flat(), answer: reply.content };
        }
      }
      throw new Error(`The demo model goes on for more than ${MAX_ROUNDS} rounds: ${rounds.join('; ')}`);
    },
  };
}

export function replyTo(messages: DemoMessage[], withoutTools: readonly string[] = []): DemoReply {
  const offered = TOOLS.filter(({ name }) => !withoutTools.includes(name));
  const tools = offered.map(({ name }) => ({ type: 'function' as const, function: { name } }));
  return composeDemoReply({ model: 'demo/assistant', messages, tools });
}

/** A user message with a handwritten page state. */
export function messageWith(text: string, stateLines: readonly string[]): DemoMessage {
  const state = `window_type: model_filter\n${stateLines.join('\n')}`;
  return { role: 'user', content: `${text}\n\n${pageDataBlock('page-state', 'n-1', state)}` };
}

function callText({ name, arguments: values }: ToolCall): string {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return `${name}(${Object.values(values).map(text).join(', ')})`;
}
