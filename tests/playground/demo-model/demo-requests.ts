import type { DemoMessage, DemoRequest } from '../../../playground/demo-model/demo-reply';
import { decideModels, type RuleSet } from '../../../playground/filter/decide';

/** A catalogue with suffixed and dated previews, families, and names that share their beginnings. */
export const OPENAI_NAMES: readonly string[] = [
  'chatgpt-4o-latest',
  'gpt-3.5-turbo',
  'gpt-3.5-turbo-16k',
  'gpt-4',
  'gpt-4-turbo',
  'gpt-4-turbo-preview',
  'gpt-4.1',
  'gpt-4.1-mini',
  'gpt-4o',
  'gpt-4o-audio-preview-2024-10-01',
  'gpt-4o-mini',
  'o1',
  'o1-mini',
  'o1-preview',
  'o3-mini',
];

/** What the extension offers on a filter page; the last three are on every page. */
export const TOOL_NAMES: readonly string[] = [
  'add_ignore_rule',
  'remove_ignore_rule',
  'add_whitelist_rule',
  'remove_whitelist_rule',
  'clear_all_ignore_rules',
  'clear_all_whitelist_rules',
  'import_rules',
  'apply_rules',
  'preview_rules',
  'get_models_matching_pattern',
  'get_model_details',
  'explain_model_status',
  'list_models',
  'list_rules',
  'switch_provider',
  'refresh_models',
  'save_changes',
  'discard_changes',
  'ask_user',
  'wait',
  'finish_task',
];

/** What a test says about the page; the rest is a loaded page of `openai` without rules. */
export interface PageFacts {
  provider?: string;
  providers?: string[];
  names?: readonly string[];
  rules?: Partial<RuleSet>;
  unsaved?: string[];
  /** Rules of providers that aren't in view: the state counts them. */
  otherRules?: Readonly<Record<string, RuleSet>>;
}

/** The lines of a page's state, as docs/page-context.md has them. */
export function pageStateLines(facts: PageFacts = {}): string {
  const { provider = 'openai', providers = ['anthropic', 'gemini', 'openai'], names = OPENAI_NAMES } = facts;
  const rules: RuleSet = { ignore: facts.rules?.ignore ?? [], whitelist: facts.rules?.whitelist ?? [] };
  const decisions = decideModels(
    names.map((name) => `${provider}/${name}`),
    rules,
  );
  const line = ({ name, rule }: (typeof decisions)[number]) =>
    rule === null ? shown(name) : `${shown(name)} ${rule.kind === 'ignore' ? 'i' : 'w'}${rule.index + 1}`;
  const ruleLines = (kind: 'ignore' | 'whitelist') =>
    rules[kind].map((pattern, index) => {
      const decided = decisions.filter(({ rule }) => rule?.kind === kind && rule.index === index).length;
      return `${kind === 'ignore' ? 'i' : 'w'}${index + 1} ${JSON.stringify(pattern)} decides ${decided}`;
    });
  const hidden = decisions.filter(({ status }) => status === 'ignored');
  const visible = decisions.filter(({ status }) => status !== 'ignored');
  const unsaved = facts.unsaved ?? [];
  return [
    `provider: ${provider}`,
    `providers: ${providers.join(', ')}`,
    `models: ${names.length} total, ${visible.length} available, ${hidden.length} hidden`,
    `unsaved changes: ${unsaved.length === 0 ? 'none' : unsaved.join(', ')}`,
    'search: ""',
    'ignore rules:',
    ...orNone(ruleLines('ignore')),
    'whitelist rules:',
    ...orNone(ruleLines('whitelist')),
    'rules of other providers:',
    ...orNone(otherLines(facts.otherRules ?? {})),
    'visible models:',
    ...orNone(visible.map(line)),
    'hidden models:',
    ...orNone(hidden.map(line)),
  ].join('\n');
}

/** A page of too many models to be listed. */
export function groupedStateLines(rules: Partial<RuleSet> = {}): string {
  const lines = (letter: string, list: readonly string[] = []) =>
    orNone(list.map((pattern, index) => `${letter}${index + 1} ${JSON.stringify(pattern)} decides 0`));
  return [
    'provider: openai',
    'providers: openai',
    'models: 10000 total, 9900 available, 100 hidden',
    'unsaved changes: none',
    'search: ""',
    'ignore rules:',
    ...lines('i', rules.ignore),
    'whitelist rules:',
    ...lines('w', rules.whitelist),
    'rules of other providers:',
    'none',
    'visible models by group:',
    'gpt-4* 6000',
    'o1* 3900',
    'hidden models by group:',
    'gpt-3* 100',
    'use list_models for names',
  ].join('\n');
}

/** A user message with a page state behind it. */
export function userMessage(text: string, lines: string, nonce = 'n-1'): DemoMessage {
  return {
    role: 'user',
    content: `${text}\n\n<page-state id="${nonce}" adapter="model-filter">\n${lines}\n</page-state id="${nonce}">`,
  };
}

export function demoRequest(messages: DemoMessage[], toolNames: readonly string[] = TOOL_NAMES): DemoRequest {
  return {
    model: 'demo/assistant',
    messages: [{ role: 'system', content: 'You are an assistant.' }, ...messages],
    tools: toolNames.map((name) => ({ type: 'function', function: { name } })),
  };
}

function otherLines(rules: Readonly<Record<string, RuleSet>>): string[] {
  return Object.entries(rules)
    .filter(([, { ignore, whitelist }]) => ignore.length + whitelist.length > 0)
    .map(
      ([provider, { ignore, whitelist }]) =>
        `${provider}: ${ignore.length} ignore, ${whitelist.length} whitelist`,
    );
}

function shown(name: string): string {
  return /^[\w.:@/+-]+$/.test(name) ? name : JSON.stringify(name);
}

function orNone(lines: string[]): string[] {
  return lines.length === 0 ? ['none'] : lines;
}
