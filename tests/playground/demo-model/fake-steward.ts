import type { DemoMessage, DemoReply, ToolCall } from '../../../playground/demo-model/demo-reply';
import { planDemoReply } from '../../../playground/demo-model/plan-demo-reply';
import type { RuleKind, RuleSet } from '../../../playground/filter/decide';
import {
  demoRequest,
  OPENAI_NAMES,
  type PageFacts,
  pageStateLines,
  TOOL_NAMES,
  userMessage,
} from './demo-requests';
import { createFakePage, type FakePage, type ToolResult } from './fake-page';

/** A small page and a loop around it: runs the demo model's calls and sends it the results, as the extension does. */
export interface FakeSteward {
  /**
   * Sends a message with the page's state and answers every call until the model concludes or asks. After a question
   * of the model it is the answer, and goes out without a page state, as it enters the same run.
   */
  ask(text: string): DemoReply[];
  /** The rules of the provider in view, or of another. */
  rules(provider?: string): RuleSet;
  /** Every call that reached the page, as `tool(arguments)`. */
  calls: string[];
  messages: DemoMessage[];
  page: FakePage;
}

/** What a test says about the page: one provider with names and rules, or a whole catalogue. */
export interface StewardFacts extends PageFacts {
  catalogue?: Readonly<Record<string, readonly string[]>>;
  /** Rules of providers that aren't in view. */
  rulesElsewhere?: Readonly<Record<string, Partial<RuleSet>>>;
  toolNames?: readonly string[];
}

/**
 * @param intercept answers a call in place of the page; null lets the page do it. `attempt` counts from 1.
 */
export function createFakeSteward(
  facts: StewardFacts = {},
  intercept: (call: ToolCall, attempt: number) => ToolResult | null = () => null,
): FakeSteward {
  const provider = facts.provider ?? 'openai';
  const others = Object.fromEntries((facts.providers ?? []).map((name) => [name, []]));
  const page = createFakePage({
    provider,
    catalogue: facts.catalogue ?? { ...others, [provider]: facts.names ?? OPENAI_NAMES },
    rules: { ...facts.rulesElsewhere, [provider]: facts.rules ?? {} },
    unsaved: facts.unsaved ?? [],
  });
  const catalogue = facts.catalogue ?? { [provider]: facts.names ?? OPENAI_NAMES };
  const messages: DemoMessage[] = [];
  const calls: string[] = [];
  let runs = 0;
  let isAsked = false;

  function stateNow(): string {
    const view = page.provider();
    return pageStateLines({
      provider: view,
      providers: page.providers,
      names: catalogue[view] ?? [],
      rules: page.rules(view),
      unsaved: page.unsaved(),
      otherRules: Object.fromEntries(
        page.providers.filter((name) => name !== view).map((name) => [name, page.rules(name)]),
      ),
    });
  }

  function answer(reply: DemoReply, round: number): void {
    const made = reply.toolCalls.map((call, index) => ({ call, id: `call_${round}_${index}` }));
    messages.push({
      role: 'assistant',
      content: reply.content,
      tool_calls: made.map(({ call, id }) => ({
        id,
        type: 'function',
        function: { name: call.name, arguments: JSON.stringify(call.arguments) },
      })),
    });
    const before = snapshot(page);
    const results = made.map(({ call, id }): DemoMessage => {
      const text = callText(call);
      calls.push(text);
      const attempt = calls.filter((other) => other === text).length;
      const result = intercept(call, attempt) ?? page.run(call);
      return { role: 'tool', tool_call_id: id, content: JSON.stringify(result) };
    });
    const last = results.at(-1);
    const lines = changeLines(before, snapshot(page));
    if (last !== undefined && lines.length > 0) {
      last.content += `\n\n[PAGE UPDATED]\n<page-changes id="n-${runs}">\n${lines.join('\n')}\n</page-changes id="n-${runs}">`;
    }
    messages.push(...results);
  }

  return {
    calls,
    messages,
    page,
    rules: (name) => page.rules(name ?? page.provider()),
    ask(text) {
      if (!isAsked) runs += 1;
      messages.push(isAsked ? { role: 'user', content: text } : userMessage(text, stateNow(), `n-${runs}`));
      isAsked = false;
      const replies: DemoReply[] = [];
      for (let round = 1; round <= 10; round += 1) {
        const reply = planDemoReply(demoRequest(messages, facts.toolNames ?? TOOL_NAMES));
        replies.push(reply);
        if (reply.toolCalls.length === 0) {
          messages.push({ role: 'assistant', content: reply.content });
          return replies;
        }
        answer(reply, round);
        if (reply.toolCalls.some(({ name }) => name === 'ask_user')) {
          isAsked = true;
          return replies;
        }
      }
      throw new Error('The demo model went on for more than ten rounds.');
    },
  };
}

/** A call as tests write it: `add_ignore_rule(*-mini*, gemini)`. Lists and objects stand as JSON. */
export function callText({ name, arguments: values }: ToolCall): string {
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  return `${name}(${Object.values(values).map(text).join(', ')})`;
}

interface Snapshot {
  view: string;
  rules: [provider: string, rules: RuleSet][];
  unsaved: string[];
}

function snapshot(page: FakePage): Snapshot {
  return {
    view: page.provider(),
    rules: page.providers.map((name) => [name, page.rules(name)]),
    unsaved: page.unsaved(),
  };
}

function changeLines(before: Snapshot, after: Snapshot): string[] {
  const line = (type: string, data: Record<string, string>) =>
    `2026-11-20T08:15:09.000Z ${type} ${JSON.stringify(data)}`;
  const moved =
    before.view === after.view ? [] : [line('provider_changed', { from: before.view, to: after.view })];
  const rules = after.rules.flatMap(([provider, next], at) =>
    (['ignore', 'whitelist'] as const).flatMap((kind: RuleKind) => {
      const old = before.rules[at]?.[1][kind] ?? [];
      const told = (type: string) => (pattern: string) => line(type, { rule_type: kind, pattern, provider });
      return [
        ...old.filter((rule) => !next[kind].includes(rule)).map(told('rule_removed')),
        ...next[kind].filter((rule) => !old.includes(rule)).map(told('rule_added')),
      ];
    }),
  );
  const isSaved = rules.length === 0 && before.unsaved.length > 0 && after.unsaved.length === 0;
  return [...moved, ...rules, ...(isSaved ? ['2026-11-20T08:15:09.000Z changes_saved {}'] : [])];
}
