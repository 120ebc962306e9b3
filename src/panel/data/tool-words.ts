import { createContext, useCallback, useContext } from 'react';
import type { ResultView } from '@/src/core/adapter/result-view';
import type { CallWord } from '@/src/core/tools/call-words';
import type { JsonObject } from '@/src/schema/values/json';

/** Words for the calls of a tool, and views of their results. */
export interface ToolWords {
  /** A call in the user's words; null to show its name and arguments. */
  line(args: JsonObject): CallWord[] | null;
  /** True if nothing takes back what a call does, so that its message is shown in full. */
  isCommit: boolean;
  views: readonly ResultView[];
}

/** Words of tools by the name by which the model calls them. */
export type WordsByTool = ReadonlyMap<string, ToolWords>;

export const NO_TOOL_WORDS: WordsByTool = new Map();

/** Calls of a tool without a line of its own are shown by name and arguments, as are all calls until the words are loaded. */
const UNKNOWN: ToolWords = { line: () => null, isCommit: false, views: [] };

/** Words of the tools that the shown chat can call. */
export const ToolWordsContext = createContext<WordsByTool>(NO_TOOL_WORDS);

export function useToolWords(tool: string): ToolWords {
  return useAllToolWords()(tool);
}

/** The words of each tool that the shown chat can call, as a function that changes when the words are loaded. */
export function useAllToolWords(): (tool: string) => ToolWords {
  const words = useContext(ToolWordsContext);
  return useCallback((tool) => words.get(tool) ?? UNKNOWN, [words]);
}
