import type { Chat } from '@/src/schema/chat';
import type { PromptSettings } from '@/src/schema/chat-settings';
import type { KnownPage } from '@/src/schema/known-page';
import type { PromptProblem } from '@/src/schema/prompt-problem';
import type { PromptPart } from '@/src/schema/sent-request';
import { BASE_CONTRIBUTIONS, PAGE_DATA_TEXT } from '../prompts/base-contributions';
import { heldContributions } from '../prompts/prompt-contribution';
import { buildSystemPrompt } from '../prompts/system-prompt';
import { estimateTokens } from '../text/estimate-tokens';
import { adapterFor } from './adapter-of-chat';
import type { AdapterPort } from './adapter-port';
import { contributionsOf } from './prompt-of-chat';

/** A part of the system prompt. `ownText`: its text before the user's changes; empty if that can't be used. */
export type PreviewedPart = PromptPart & { ownText: string };

/** The system prompt that a chat would have with changes by the user. */
export interface PromptPreview {
  text: string;
  /** Estimated tokens of the text. */
  tokens: number;
  /** In the order of the prompt. */
  parts: PreviewedPart[];
  problems: PromptProblem[];
  /** True if the text says that what comes from pages is data, in Steward's own words. */
  declaresPageData: boolean;
}

/**
 * Builds the system prompt of a chat with these changes in place of its own. `known`: the page as its model knows it;
 * null before the first message, or if contributions for the page's state don't matter. Throws `page-unknown` for a
 * chat without a page.
 */
export function previewPrompt(
  chat: Chat,
  prompt: PromptSettings,
  adapters: AdapterPort,
  known: Pick<KnownPage, 'context'> | null,
): PromptPreview {
  const held =
    known === null ? [] : heldContributions(adapterFor(chat, adapters).contributions, known.context);
  const contributions = contributionsOf(chat, adapters, held);
  const { text, parts, problems } = buildSystemPrompt(contributions, prompt);
  const unchanged = buildSystemPrompt(contributions, UNCHANGED);
  const ownTexts = new Map(unchanged.parts.map((part) => [part.key, part.text]));
  return {
    text,
    tokens: estimateTokens(text),
    // Both prompts have the same parts, so each key has a text.
    parts: parts.map((part) => ({ ...part, ownText: ownTexts.get(part.key) ?? '' })),
    problems,
    // The text decides rather than the part's state: a replacement can repeat the part, and a layout can omit it.
    declaresPageData: text.includes(PAGE_DATA_TEXT),
  };
}

/** True if Steward's own parts, changed in this way, say that what comes from pages is data: the preview of a prompt without a page. */
export function isPageDataDeclared(prompt: PromptSettings): boolean {
  return buildSystemPrompt(BASE_CONTRIBUTIONS, prompt).text.includes(PAGE_DATA_TEXT);
}

/** The problem of a template that the user wrote and that can't be used; null if there is none. */
export function unusableTemplate({ problems }: Pick<PromptPreview, 'problems'>): PromptProblem | null {
  return problems.find(({ kind }) => kind === 'override-failed' || kind === 'base-template-failed') ?? null;
}

const UNCHANGED: PromptSettings = { baseTemplate: null, overrides: {}, exclusions: [] };
