import { type ReactNode, useEffect, useState } from 'react';
import { NO_TOOL_WORDS, ToolWordsContext, type WordsByTool } from '@/src/panel/data/tool-words';
import { lazyPart } from '@/src/panel/kit/lazy/lazy-part';
import type { ChatView } from '@/src/store/queries';

// If it can't be loaded, calls are shown by name and arguments.
const code = lazyPart(async () => (await import('@/src/panel/data/load-tool-words')).loadToolWords);

interface ToolWordsProviderProps {
  /** The shown chat; null until it is read. */
  view: ChatView | null;
  children: ReactNode;
}

/** Provides {@link useToolWords} for the shown chat. Loads them once the chat has a run. */
export function ToolWordsProvider({ view, children }: ToolWordsProviderProps) {
  const adapterId = view?.chat.binding?.adapterId ?? null;
  const mayHaveCalls = view !== null && view.run !== null;
  const [loaded, setLoaded] = useState<{ adapterId: string | null; words: WordsByTool } | null>(null);
  const pageTools = view?.chat.pageTools.map(({ name, title, fingerprint }) => ({
    name,
    title,
    fingerprint,
  }));
  // Compared as a string: each reading of the chat brings new objects, and new words render all calls again.
  const offered = JSON.stringify(pageTools ?? []);
  useEffect(() => {
    if (!mayHaveCalls) return;
    let isCurrent = true;
    void code
      .load()
      .then(() => code.get()?.(adapterId, JSON.parse(offered)))
      .then((words) => {
        if (isCurrent && words !== undefined) setLoaded({ adapterId, words });
      });
    return () => {
      isCurrent = false;
    };
  }, [adapterId, offered, mayHaveCalls]);
  const words = loaded !== null && loaded.adapterId === adapterId ? loaded.words : NO_TOOL_WORDS;
  return <ToolWordsContext value={words}>{children}</ToolWordsContext>;
}
