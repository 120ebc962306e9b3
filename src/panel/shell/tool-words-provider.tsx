import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ToolWording } from '@/src/core/adapter/tool-wording';
import { sendCommand } from '@/src/panel/data/send-command';
import { type OfferedTool, ToolWordsContext, wordsByTool } from '@/src/panel/data/tool-words';
import type { ChatView } from '@/src/store/queries';

interface ToolWordsProviderProps {
  /** The shown chat; null until it is read. */
  view: ChatView | null;
  children: ReactNode;
}

/**
 * Provides {@link useToolWords} once the shown chat has a run. The wordings come from the background, because the panel would
 * have to load the tools' code for them, which is several times larger than its own at the start.
 */
export function ToolWordsProvider({ view, children }: ToolWordsProviderProps) {
  const adapterId = view?.chat.binding?.adapterId ?? null;
  const mayHaveCalls = view !== null && view.run !== null;
  const [loaded, setLoaded] = useState<{ adapterId: string | null; wordings: ToolWording[] } | null>(null);
  useEffect(() => {
    if (!mayHaveCalls) return;
    let isCurrent = true;
    sendCommand({ type: 'word-tools', adapterId }).then(
      (wordings) => {
        if (isCurrent) setLoaded({ adapterId, wordings });
      },
      // The background has logged why. Without wordings, calls are shown by name and arguments.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [adapterId, mayHaveCalls]);
  const wordings = loaded !== null && loaded.adapterId === adapterId ? loaded.wordings : NO_WORDINGS;
  const pageTools = (view?.chat.pageTools ?? []).map(({ name, title, fingerprint }) => ({
    name,
    title,
    fingerprint,
  }));
  // Compared as a string: each reading of the chat brings new objects, and new words render all calls again.
  const offered = JSON.stringify(pageTools);
  const words = useMemo(
    () => wordsByTool(wordings, JSON.parse(offered) as OfferedTool[]),
    [wordings, offered],
  );
  return <ToolWordsContext value={words}>{children}</ToolWordsContext>;
}

const NO_WORDINGS: readonly ToolWording[] = [];
