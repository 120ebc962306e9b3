import { createContext, useCallback, useContext } from 'react';
import type { ToolWording } from '@/src/core/adapter/tool-wording';
import { spellOut } from '@/src/core/text/foreign-text';
import type { CallLine } from '@/src/core/tools/call-label';
import { type CallWord, callText, fillLine } from '@/src/core/tools/call-words';
import { sentName } from '@/src/core/tools/page-tool-names';
import type { PageTool } from '@/src/schema/page-tool';
import type { JsonObject } from '@/src/schema/values/json';

/** Words for the calls of a tool, and views of their results. */
export interface ToolWords extends Pick<ToolWording, 'isCommit' | 'views'> {
  /** A call in the user's words; null to show its name and arguments. */
  line(args: JsonObject): CallWord[] | null;
}

/** Words of tools by the name by which the model calls them. */
export type WordsByTool = ReadonlyMap<string, ToolWords>;

/** Calls of a tool without a line of its own are shown by name and arguments, as are all calls until the words are there. */
const UNKNOWN: ToolWords = { line: () => null, isCommit: false, views: [] };

/** Words of the tools that the shown chat can call. */
export const ToolWordsContext = createContext<WordsByTool>(new Map());

export function useToolWords(tool: string): ToolWords {
  return useAllToolWords()(tool);
}

/** The words of each tool that the shown chat can call, as a function that changes when the words are there. */
export function useAllToolWords(): (tool: string) => ToolWords {
  const words = useContext(ToolWordsContext);
  return useCallback((tool) => words.get(tool) ?? UNKNOWN, [words]);
}

/** The fields of a page's tool that its words are made of. */
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
  return { line: (args) => (line === null ? null : fillLine(line, args)), isCommit, views };
}

/** A call of a page's own tool is shown by the title that the page gives the tool. */
function wordsOfPageTool({ name, title }: OfferedTool): ToolWords {
  return { line: () => [{ text: spellOut(title || name), isValue: false }], isCommit: true, views: [] };
}

/** Calls as text, in the words that the conversation shows. */
export function useCallLine(): CallLine {
  const wordsOf = useAllToolWords();
  return useCallback((name, args) => callText(wordsOf(name).line(args), name, args), [wordsOf]);
}
