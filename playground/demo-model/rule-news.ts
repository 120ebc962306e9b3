import { z } from 'zod';
import type { RuleKind } from '../filter/decide';
import { takeLastBlock } from './data-block';
import type { DemoMessage } from './demo-reply';
import { parseJson } from './parse-json';

/** A rule that was added or removed in this conversation and isn't saved yet. */
export interface RuleNews {
  change: 'added' | 'removed';
  kind: RuleKind;
  pattern: string;
  provider: string;
}

const ruleChange = z.object({
  rule_type: z.enum(['ignore', 'whitelist']),
  pattern: z.string(),
  provider: z.string(),
});

/** The rule changes that the messages tell of, since the last save or discard; what was undone again is left out. */
export function readRuleNews(messages: readonly DemoMessage[]): RuleNews[] {
  return messages.flatMap(changeLines).reduce<RuleNews[]>((news, line) => withLine(news, line), []);
}

function withLine(news: RuleNews[], line: string): RuleNews[] {
  const [, type, json = ''] = /^\S+ (\S+) ?(\{.*\})?$/.exec(line) ?? [];
  if (type === 'changes_saved' || type === 'changes_discarded') return [];
  const change = type === 'rule_added' ? 'added' : type === 'rule_removed' ? 'removed' : null;
  const parsed = ruleChange.safeParse(parseJson(json));
  if (change === null || !parsed.success) return news;
  const { rule_type: kind, pattern, provider } = parsed.data;
  const others = news.filter(
    (one) => !(one.kind === kind && one.pattern === pattern && one.provider === provider),
  );
  return others.length < news.length ? others : [...news, { change, kind, pattern, provider }];
}

function changeLines({ role, content }: DemoMessage): string[] {
  const text = content ?? '';
  if (role === 'tool') return takeLastBlock(text, 'page-changes')?.block.body.split('\n') ?? [];
  if (role !== 'user') return [];
  const before = takeLastBlock(text, 'page-state')?.before ?? text;
  return takeLastBlock(before, 'changes-since-last-message')?.block.body.split('\n') ?? [];
}
