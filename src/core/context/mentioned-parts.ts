import type { ChatSettings } from '@/src/schema/chat-settings';
import type { MentionedPart } from '@/src/schema/message';
import type { Json } from '@/src/schema/values/json';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { COST_PER_TOKEN, textCost } from '../text/estimate-tokens';
import { LINE_BREAK } from '../text/line-break';
import { visibleJson } from '../text/visible-json';
import { mentionsIn } from './mentions';
import { QUOTATION_KINDS, quotedIn } from './quotations';
import { shownContext } from './shown-context';

/** Maximum number of parts that one message can mention; further ones stay plain text. */
export const MAX_MENTIONED_PARTS = 50;

/**
 * The parts of the page that a message mentions, as they are in this context. Together they take at most the chat's budget for the
 * page's state; a part that doesn't fit is cut after a line, and says how many lines are left out. Parts that the chat leaves out
 * of its requests count as missing. A quotation stays as it was quoted.
 */
export function mentionedParts(
  adapter: Pick<AdapterDefinition, 'namedParts' | 'parts'>,
  settings: Pick<ChatSettings, 'contextBudgetTokens' | 'leftOutParts'>,
  context: Json,
  text: string,
  quotations: readonly MentionedPart[],
): MentionedPart[] {
  // Most adapters name no parts.
  const { namedParts = {} } = adapter;
  const quoted = quotedIn(text, quotations);
  const others = quoted.reduce((left, { mention }) => left.replaceAll(mention, ' '), text);
  const mentions = mentionsIn(others, [...Object.keys(namedParts), ...QUOTATION_KINDS]);
  if (quoted.length + mentions.length === 0) return [];
  const shown = shownContext(adapter, settings, context);
  const named = mentions.map(({ kind, name, mention }) => {
    return { mention, text: namedParts[kind]?.text(shown, name) ?? null };
  });
  const parts = [...quoted, ...named].slice(0, MAX_MENTIONED_PARTS);
  return withinBudget(parts, settings.contextBudgetTokens);
}

/** The parts as the model receives them. Their lines are indented, so that none can be mistaken for the name of a part. */
export function mentionedPartsText(parts: readonly MentionedPart[]): string {
  return parts
    .flatMap(({ mention, text, page }) => [
      page === undefined ? mention : `${mention} ${visibleJson({ quoted_from: page })}`,
      ...linesOf(text),
    ])
    .join('\n');
}

function linesOf(text: string | null): string[] {
  if (text === null) return ['  not on the page'];
  return text.split(LINE_BREAK).map((line) => `  ${line}`);
}

/** Cuts the longest parts: each gets an equal share of what the shorter ones leave. */
function withinBudget(parts: readonly MentionedPart[], budgetTokens: number): MentionedPart[] {
  let left = budgetTokens * COST_PER_TOKEN;
  const costOf = ({ text }: MentionedPart) => textCost(text ?? '');
  const shortestFirst = parts.toSorted((one, other) => costOf(one) - costOf(other));
  const texts = new Map<string, string | null>();
  for (const [index, { mention, text }] of shortestFirst.entries()) {
    const cut = text === null ? null : cutLines(text, Math.floor(left / (parts.length - index)));
    left -= textCost(cut ?? '');
    texts.set(mention, cut);
  }
  return parts.map((part) => ({ ...part, text: texts.get(part.mention) ?? null }));
}

function cutLines(text: string, maxCost: number): string {
  if (textCost(text) <= maxCost) return text;
  const lines = text.split('\n');
  // The note is longest if it counts all lines.
  let remaining = maxCost - textCost(noteOf(lines.length));
  const end = lines.findIndex((line) => {
    remaining -= textCost(`${line}\n`);
    return remaining < 0;
  });
  return [...lines.slice(0, end), noteOf(lines.length - end)].join('\n');
}

function noteOf(count: number): string {
  return `(${count} more ${count === 1 ? 'line' : 'lines'} left out, to fit the budget for the page)`;
}
