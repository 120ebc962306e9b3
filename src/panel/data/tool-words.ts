import { createContext, useCallback, useContext } from 'react';
import type { ToolWording } from '@/src/core/adapter/tool-wording';
import { spellOut } from '@/src/core/text/foreign-text';
import type { CallLine } from '@/src/core/tools/call-label';
import { type CallWord, callInWords, callText } from '@/src/core/tools/call-words';
import { sentName } from '@/src/core/tools/page-tool-names';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { PageTool } from '@/src/schema/page-tool';
import type { JsonObject } from '@/src/schema/values/json';
import type { TextId } from '@/src/schema/values/said';
import { currentWording, t } from '@/src/texts/i18n';

/** Words for a tool's calls, and the views of their results. */
export interface ToolWords extends Pick<ToolWording, 'isCommit' | 'views'> {
  /** A call in the user's words; null to show its name and arguments. */
  line(args: JsonObject): CallWord[] | null;
}

/** Words of tools, by the name that the model uses for the tool. */
export type WordsByTool = ReadonlyMap<string, ToolWords>;

/**
 * Used for tools without words of their own, and for all tools until their words are loaded: calls are then shown by name and arguments.
 */
const UNKNOWN: ToolWords = { line: () => null, isCommit: false, views: [] };

/** Words of the tools that the shown chat can call. */
export const ToolWordsContext = createContext<WordsByTool>(new Map());

export function useToolWords(tool: string): ToolWords {
  return useAllToolWords()(tool);
}

/** Returns a function that finds a tool's words. It is another function once more words are loaded. */
export function useAllToolWords(): (tool: string) => ToolWords {
  const words = useContext(ToolWordsContext);
  return useCallback((tool) => words.get(tool) ?? UNKNOWN, [words]);
}

/** The fields of a page tool that its words are made from. */
export type OfferedTool = Pick<PageTool, 'name' | 'title' | 'fingerprint'>;

export function wordsByTool(
  wordings: readonly ToolWording[],
  pageTools: readonly OfferedTool[],
): WordsByTool {
  return new Map([
    ...wordings.map((wording) => [wording.name, wordsOf(wording)] as const),
    ...pageTools.map((tool) => [sentName(tool), wordsOfPageTool(tool)] as const),
  ]);
}

function wordsOf({ line, isCommit, views }: ToolWording): ToolWords {
  return { line: (args) => (line === null ? null : lineWords(line, args)), isCommit, views };
}

/** The words of a call; null if an argument is missing that the tool's text needs, for example while the call streams in. */
function lineWords(line: TextId, args: JsonObject): CallWord[] | null {
  const { id, values } = callInWords(line, args);
  const parts = currentWording().parts(id, values);
  if (parts.some((part) => typeof part === 'object' && part.isMissing)) return null;
  const words = parts.map((part) =>
    typeof part === 'string' ? { text: part, isValue: false } : { text: part.foreign, isValue: true },
  );
  return [...words, ...sitesInWords(args)];
}

/** The sites of a call that names some, e.g. “ · on 3 sites”. */
function sitesInWords({ targets }: JsonObject): CallWord[] {
  if (!Array.isArray(targets) || targets.length === 0) return [];
  const name = spellOut(String(targets[0]));
  const which = targets.includes('all') ? 'all' : targets.length === 1 ? 'one' : 'other';
  return [
    { text: ` · ${t('conversation.sites.on', { which, name, count: targets.length })}`, isValue: false },
  ];
}

/** A tool in words: its text, with “…” in place of arguments. Without a text, the title from the page, or the tool's name. */
export function toolInWords({
  name,
  line,
  pageTool,
}: Pick<ToolDefinition, 'name' | 'line' | 'pageTool'>): string {
  if (line === undefined) return pageTool?.title || name;
  const parts = currentWording().parts(line, {});
  return parts.map((part) => (typeof part === 'string' ? part : '…')).join('');
}

/** A call of a page tool is shown by the title that the page gives the tool. */
function wordsOfPageTool({ name, title }: OfferedTool): ToolWords {
  return { line: () => [{ text: spellOut(title || name), isValue: false }], isCommit: true, views: [] };
}

/** Returns a function that puts a call into text, in the words that the conversation shows. */
export function useCallLine(): CallLine {
  const wordsOf = useAllToolWords();
  return useCallback((name, args) => callText(wordsOf(name).line(args), name, args), [wordsOf]);
}
