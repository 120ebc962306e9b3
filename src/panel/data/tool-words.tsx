import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { ResultView, ResultViews } from '@/src/core/adapter/result-view';
import { spellOut } from '@/src/core/text/foreign-text';
import type { CallLine } from '@/src/core/tools/call-label';
import { type CallWord, callText, callWords } from '@/src/core/tools/call-words';
import { sentName } from '@/src/core/tools/page-tool-names';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import { loadDefinition } from '@/src/panel/data/load-definition';
import type { PageTool } from '@/src/schema/page-tool';
import type { JsonObject } from '@/src/schema/values/json';

/** Words for the calls of a tool, and views of their results. */
export interface ToolWords {
  /** A call in the user's words; null to show its name and arguments. */
  line(args: JsonObject): CallWord[] | null;
  /** True if nothing takes back what a call does, so that its message is shown in full. */
  isCommit: boolean;
  views: readonly ResultView[];
}

/** Most adapters declare no views. */
const NO_VIEWS: ResultViews = {};

type WordsByTool = ReadonlyMap<string, ToolWords>;

const NONE: WordsByTool = new Map();

/** Tools without words of their own, and all tools until the adapter is loaded. */
const UNKNOWN: ToolWords = { line: () => null, isCommit: false, views: [] };

/** The words for the tools of the shown chat, by name. */
const ToolWordsContext = createContext<WordsByTool>(NONE);

export function useToolWords(tool: string): ToolWords {
  return useAllToolWords()(tool);
}

/** The words for the tools of the shown chat, as a function that changes when they are loaded. */
export function useAllToolWords(): (tool: string) => ToolWords {
  const words = useContext(ToolWordsContext);
  return useCallback((tool) => words.get(tool) ?? UNKNOWN, [words]);
}

/** Calls as text, in the words that the conversation shows. */
export function useCallLine(): CallLine {
  const wordsOf = useAllToolWords();
  return useCallback((name, args) => callText(wordsOf(name).line(args), name, args), [wordsOf]);
}

interface ToolWordsProviderProps {
  /** Null for a chat without a page. */
  adapterId: string | null;
  pageTools: readonly PageTool[];
  /** False while there are no calls: adapters are loaded on demand. */
  isNeeded: boolean;
  children: ReactNode;
}

export function ToolWordsProvider({ adapterId, pageTools, isNeeded, children }: ToolWordsProviderProps) {
  const [loaded, setLoaded] = useState<{ adapterId: string | null; words: WordsByTool } | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    let isCurrent = true;
    void loadWords(adapterId).then((words) => {
      if (isCurrent) setLoaded({ adapterId, words });
    });
    return () => {
      isCurrent = false;
    };
  }, [adapterId, isNeeded]);
  const own = loaded !== null && loaded.adapterId === adapterId ? loaded.words : NONE;
  const offered = JSON.stringify(pageTools.map((tool) => [sentName(tool), tool.title || tool.name]));
  // A string, since each reading of the chat brings new objects: all calls are rendered again when the words change.
  const words = useMemo(() => new Map([...own, ...wordsOfPageTools(JSON.parse(offered))]), [own, offered]);
  return <ToolWordsContext value={words}>{children}</ToolWordsContext>;
}

/** The words of an adapter's tools and of Steward's own; of the latter alone if this build has no such adapter. */
async function loadWords(adapterId: string | null): Promise<WordsByTool> {
  const { BUILT_IN_TOOLS } = await import('@/src/core/tools/built-in-tools');
  const { sendMessage } = await import('@/src/core/tools/send-message');
  const own = [...BUILT_IN_TOOLS, sendMessage].map((tool) => [tool.name, wordsOf(tool, [])] as const);
  if (adapterId === null) return new Map(own);
  try {
    const { tools, resultViews = NO_VIEWS } = await loadDefinition(adapterId, []);
    return new Map([
      ...own,
      ...tools.map((tool) => [tool.name, wordsOf(tool, resultViews[tool.name])] as const),
    ]);
  } catch {
    // The header says that this build has no such adapter; its calls are shown by name and arguments.
    return new Map(own);
  }
}

function wordsOf({ line, effect }: ToolDefinition, views: readonly ResultView[] | undefined): ToolWords {
  return {
    line: (args) => (line === undefined ? null : callWords(line, args)),
    isCommit: effect === 'commit',
    // Most tools have no views.
    views: views ?? [],
  };
}

/** Tools of the page are called by the title that the page gives them. */
function wordsOfPageTools(named: readonly [name: string, title: string][]): [string, ToolWords][] {
  return named.map(([name, title]) => [
    name,
    { line: () => [{ text: spellOut(title), isValue: false }], isCommit: true, views: [] },
  ]);
}
