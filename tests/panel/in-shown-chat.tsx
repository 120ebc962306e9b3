import type { ReactNode } from 'react';
import { adapters } from '@/src/adapters';
import { createAdapterRegistry } from '@/src/core/adapter/adapter-port';
import { toolWordings } from '@/src/core/adapter/tool-wording';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { type ShownChat, ShownChatContext } from '@/src/panel/data/shown-chat';
import { ToolWordsContext, wordsByTool } from '@/src/panel/data/tool-words';
import { CommandErrors, useCommands } from '@/src/panel/kit/errors/command-errors';
import type { Chat } from '@/src/schema/chat';
import type { Run } from '@/src/schema/run';
import type { ChatView } from '@/src/store/queries';
import { wordsOf } from '@/src/texts/i18n';
import { wholeView } from '../fakes/whole-view';

const ignore = () => undefined;

/** A side panel beside no known page, which shows the chat of `view`, or the chat `c` if that isn't read yet. */
function shownChat(known: Partial<ShownChat>): ShownChat {
  const chatId = known.chatId === undefined ? (known.view?.chat.id ?? 'c') : known.chatId;
  return {
    detached: null,
    attachment: chatId === null ? { state: 'looking' } : { state: 'attached', chatId, page: null },
    attach: ignore,
    adopt: ignore,
    show: ignore,
    onToolbarClick: { current: null },
    chatId,
    view: null,
    checkpoints: null,
    usage: null,
    feed: null,
    page: null,
    isElsewhere: false,
    siteMark: null,
    holder: null,
    knownSites: [],
    readSites: async () => undefined,
    ...known,
  };
}

/** Parts of a panel, with what the panel knows of its chat. */
export function inShownChat(known: Partial<ShownChat>, parts: ReactNode): ReactNode {
  const shown = shownChat(known);
  const chat = shown.view?.chat;
  // The background refuses the words of an unknown adapter, whose calls are then shown by name and arguments.
  const adapter = adapters.find(({ id }) => id === chat?.binding?.adapterId);
  const wordings = toolWordings(createAdapterRegistry(adapters), adapter?.id ?? null);
  return (
    <ShownChatContext value={shown}>
      <CommandErrors chatId={shown.chatId}>
        <ToolWordsContext value={wordsByTool(wordings, chat?.pageTools ?? [])}>{parts}</ToolWordsContext>
      </CommandErrors>
    </ShownChatContext>
  );
}

/** The view of a chat about no page, `c` by default, without messages. */
export function emptyView(run: Run | null, chat: Partial<Chat> = {}): ChatView {
  const empty = {
    id: 'c',
    title: 'T',
    atMs: 0,
    binding: null,
    settings: newChatSettings(),
    lastStateHash: null,
  };
  return wholeView({
    chat: { ...newChat(empty), ...chat },
    messages: [],
    executions: [],
    run,
    pendingApproval: null,
  });
}

/** Shows the error of the commands, as the panel does. */
export function ShownError() {
  return <output>{wordsOf(useCommands().error?.message ?? '')}</output>;
}
