import { useCallback, useEffect, useState } from 'react';
import type { KnownSite } from '@/src/messages/site-commands';
import type { Chat } from '@/src/schema/chat';
import { sendCommand } from './send-command';

/** Time in milliseconds after which the panel has opened on any machine: nothing that it shows first depends on the sites. */
const AFTER_START_MS = 2_000;

const NONE: readonly KnownSite[] = [];

/** The sites that a chat can be about, and a function that reads them again. */
export interface KnownSites {
  /** Empty until they are read. */
  knownSites: readonly KnownSite[];
  readSites(): Promise<void>;
}

/** Reads the sites that the chat can be about: the first time some time after the panel's start, then when the chat or its sites change. */
export function useKnownSites(chat: Chat | null): KnownSites {
  const [found, setFound] = useState<{ chatId: string; sites: KnownSite[] } | null>(null);
  const chatId = chat?.id ?? null;
  const readSites = useCallback(async () => {
    if (chatId !== null) setFound({ chatId, sites: await sendCommand({ type: 'known-sites', chatId }) });
  }, [chatId]);
  const chosen = chat?.targets?.map((site) => site.chatId).join();
  const isFirst = found === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the chat's sites change, too
  useEffect(() => {
    // The background has logged a failure. Until the next reading, no choice of sites is offered.
    const read = () => void readSites().catch(() => undefined);
    const timer = setTimeout(read, isFirst ? AFTER_START_MS : 0);
    return () => clearTimeout(timer);
  }, [readSites, chosen]);
  return { knownSites: found?.chatId === chatId ? found.sites : NONE, readSites };
}
