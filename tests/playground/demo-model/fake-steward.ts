import type { DemoMessage, DemoReply, ToolCall } from '../../../playground/demo-model/demo-reply';
import { planDemoReply } from '../../../playground/demo-model/plan-demo-reply';
import { decideModels, type RuleKind, type RuleSet } from '../../../playground/filter/decide';
import { matchesModel } from '../../../playground/filter/matcher';
import { addRule } from '../../../playground/filter/rules';
import {
  demoRequest,
  OPENAI_NAMES,
  type PageFacts,
  pageStateLines,
  TOOL_NAMES,
  userMessage,
} from './demo-requests';

interface ToolResult {
  success: boolean;
  message: string;
  data?: Record<string, unknown>;
  error_code?: string;
}

/** A small page and a loop around it: runs the demo model's calls and sends it the results, as the extension does. */
export interface FakeSteward {
  /** Sends a message with the page's state and answers every call until the model concludes. */
  ask(text: string): DemoReply[];
  rules(): RuleSet;
  /** Every call that reached the page, as `tool(pattern)`. */
  calls: string[];
  messages: DemoMessage[];
}

/**
 * @param intercept answers a call in place of the page; null lets the page do it. `attempt` counts from 1.
 */
export function createFakeSteward(
  facts: PageFacts & { toolNames?: readonly string[] } = {},
  intercept: (call: ToolCall, attempt: number) => ToolResult | null = () => null,
): FakeSteward {
  const names = facts.names ?? OPENAI_NAMES;
  const ids = names.map((name) => `openai/${name}`);
  let rules: RuleSet = { ignore: facts.rules?.ignore ?? [], whitelist: facts.rules?.whitelist ?? [] };
  let unsaved = facts.unsaved ?? [];
  let runs = 0;
  const messages: DemoMessage[] = [];
  const calls: string[] = [];

  const hiddenNames = (set: RuleSet) =>
    decideModels(ids, set).flatMap(({ name, status }) => (status === 'ignored' ? [name] : []));

  function changeRules(next: RuleSet, kind: RuleKind, pattern: string, replaced: string[]): ToolResult {
    const before = hiddenNames(rules);
    rules = next;
    unsaved = ['openai'];
    const after = hiddenNames(rules);
    const decided = decideModels(ids, rules).filter(
      ({ rule }) => rule?.kind === kind && rule.pattern === pattern,
    );
    return {
      success: true,
      message: 'Done. Not saved yet.',
      data: {
        pattern,
        affected_models: decided.map(({ name }) => name),
        newly_hidden: after.filter((name) => !before.includes(name)),
        brought_back: before.filter((name) => !after.includes(name)),
        replaced_rules: replaced,
      },
    };
  }

  function run({ name, arguments: values }: ToolCall): ToolResult {
    const pattern = String(values.pattern);
    const kind: RuleKind = name.includes('whitelist') ? 'whitelist' : 'ignore';
    if (name.startsWith('add_')) {
      const added = addRule(rules[kind], pattern, ids);
      if (added.kind === 'covered') {
        return failure('already_covered', 'It is covered.', { existing_rules: [added.by] });
      }
      if (added.kind !== 'added') return failure('duplicate_rule', 'It is there.');
      return changeRules({ ...rules, [kind]: added.list }, kind, pattern, added.replaced);
    }
    if (name.startsWith('remove_')) {
      if (!rules[kind].includes(pattern)) return failure('rule_not_found', 'There is no such rule.');
      return changeRules(
        { ...rules, [kind]: rules[kind].filter((rule) => rule !== pattern) },
        kind,
        pattern,
        [],
      );
    }
    if (name === 'get_models_matching_pattern') {
      const found = names.filter((model) => matchesModel(pattern, `openai/${model}`));
      if (found.length === 0) return failure('no_match', 'No model matches; * stands for any text.');
      return { success: true, message: 'Found.', data: { matching_models: found } };
    }
    if (name === 'save_changes') {
      if (unsaved.length === 0) return failure('nothing_to_save', 'The saved file already matches the page.');
      unsaved = [];
      return { success: true, message: 'Saved the rules of openai.', data: { providers: ['openai'] } };
    }
    return { success: true, message: `Answer of ${name}.` };
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
    const before = rules;
    const results = made.map(({ call, id }): DemoMessage => {
      const text = `${call.name}(${Object.values(call.arguments).join(', ')})`;
      calls.push(text);
      const attempt = calls.filter((other) => other === text).length;
      const result = intercept(call, attempt) ?? run(call);
      return { role: 'tool', tool_call_id: id, content: JSON.stringify(result) };
    });
    const last = results.at(-1);
    const lines = changeLines(before, rules);
    if (last !== undefined && lines.length > 0) {
      last.content += `\n\n[PAGE UPDATED]\n<page-changes id="n-${runs}">\n${lines.join('\n')}\n</page-changes id="n-${runs}">`;
    }
    messages.push(...results);
  }

  return {
    calls,
    messages,
    rules: () => rules,
    ask(text) {
      runs += 1;
      messages.push(userMessage(text, pageStateLines({ ...facts, rules, unsaved }), `n-${runs}`));
      const replies: DemoReply[] = [];
      for (let round = 1; round <= 10; round += 1) {
        const reply = planDemoReply(demoRequest(messages, facts.toolNames ?? TOOL_NAMES));
        replies.push(reply);
        if (reply.toolCalls.length === 0) {
          messages.push({ role: 'assistant', content: reply.content });
          return replies;
        }
        answer(reply, round);
      }
      throw new Error('The demo model went on for more than ten rounds.');
    },
  };
}

function failure(code: string, message: string, data: Record<string, unknown> = {}): ToolResult {
  return { success: false, message, error_code: code, data };
}

function changeLines(before: RuleSet, after: RuleSet): string[] {
  const line = (type: string, kind: RuleKind, pattern: string) =>
    `2026-11-20T08:15:09.000Z ${type} ${JSON.stringify({ rule_type: kind, pattern, provider: 'openai' })}`;
  return (['ignore', 'whitelist'] as const).flatMap((kind) => [
    ...before[kind]
      .filter((rule) => !after[kind].includes(rule))
      .map((rule) => line('rule_removed', kind, rule)),
    ...after[kind]
      .filter((rule) => !before[kind].includes(rule))
      .map((rule) => line('rule_added', kind, rule)),
  ]);
}
