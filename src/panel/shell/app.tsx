import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { DetachedPanel } from '@/src/messages/detached-panel';
import { DeletedChats } from '@/src/panel/chats/parts';
import type { ImageReadings } from '@/src/panel/composer/images/use-composer-images';
import { useComposerText } from '@/src/panel/composer/use-composer-text';
import { useFind } from '@/src/panel/conversation/find/use-find';
import type { KeptEdits } from '@/src/panel/conversation/revision/stored-edits';
import { useSummaries } from '@/src/panel/conversation/use-summaries';
import { ModelListProvider } from '@/src/panel/data/model-list-provider';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { focusMessageField } from '@/src/panel/kit/focus';
import type { PanelFrame } from '@/src/panel/kit/panel-frame';
import { usePaintedTheme } from '@/src/panel/settings/appearance/use-painted-theme';
import { ChatFoot } from './chat-foot';
import { pageCard } from './page-card';
import { panelActions } from './panel-actions';
import { PanelMain } from './panel-main';
import { PanelTop } from './panel-top';
import { PanelSheets } from './parts';
import { ShownChatProvider } from './shown-chat-provider';
import { useAccent } from './use-accent';
import { useChatActions } from './use-chat-actions';
import { useDocumentTitle } from './use-document-title';
import { usePanelConnections } from './use-panel-connections';
import { useSendGate } from './use-send-gate';
import { useSheets } from './use-sheets';

interface AppProps {
  /** The elements of the static HTML that the panel renders into. The message field may have a text already. */
  frame: PanelFrame;
  /** Chat and place of a detached panel; null for a side panel. */
  detached: DetachedPanel | null;
}

/** The side panel: one chat with its stored messages, the streaming response and all controls. */
export function App({ frame, detached }: AppProps) {
  return (
    <ShownChatProvider detached={detached}>
      <Panel frame={frame} />
      <PaintedTheme />
    </ShownChatProvider>
  );
}

/** Paints the theme. A component of its own, so that the rest isn't rendered again once the setting is read. */
function PaintedTheme() {
  usePaintedTheme();
  return null;
}

function Panel({ frame }: Pick<AppProps, 'frame'>) {
  const { view, detached, page, knownSites } = useShownChat();
  const { error } = useCommands();
  const sheets = useSheets();
  const connections = usePanelConnections();
  const summaries = useSummaries();
  const find = useFind(view?.chat.id ?? null);
  const composerText = useComposerText(frame.message.value);
  const [imageReadings] = useState<ImageReadings>(() => new Map());
  const [edits] = useState<KeptEdits>(() => new Map());
  const gate = useSendGate();
  const actions = useChatActions({ composerText, imageReadings, sheets, gate, connections });
  const { refusedPage } = actions;
  const isAboutSeveral = view?.chat.targets !== undefined;
  // Other sites can be worked on, and the sheet of the sites says what to do.
  const ownPage = isAboutSeveral && page?.state === 'gone' ? null : page;
  const card = pageCard({ refusedPage, error, page: ownPage, isElsewhere: gate.isElsewhere });
  useAccent(page?.state === 'connected' ? page.accent : null);
  useDocumentTitle(detached === null ? null : (view?.chat ?? null));

  /** Closes the sheet before the action: the composer can't be focused while a modal sheet is open. */
  const closeAnd = (next: () => void) => {
    flushSync(sheets.close);
    next();
  };
  const menu = panelActions({
    hasChat: view !== null,
    // The rules of one site would be taken for those of all.
    hasRules: !isAboutSeveral && page?.state === 'connected' && page.hasRules,
    hasSites: isAboutSeveral || knownSites.length > 1,
    canCompare: isAboutSeveral,
    canSummarize: summaries.isPossible,
    onNewChat: actions.newChat,
    onSummarize: summaries.summarize,
    onFind: find.open,
    onOpen: sheets.show,
  });
  const top = (
    <>
      <PanelTop sheets={sheets} connections={connections} actions={actions} menu={menu} />
      <PanelMain
        sheets={sheets}
        connections={connections}
        actions={actions}
        gate={gate}
        pageCard={card}
        find={find}
        summaries={summaries}
        edits={edits}
      />
      {sheets.open !== 'chats' && <DeletedChats onUndone={focusMessageField} />}
    </>
  );
  return (
    <ModelListProvider connectionId={connections.listedId} answeredAtMs={connections.inUse.answeredAtMs}>
      {createPortal(top, frame.top)}
      <ChatFoot
        frame={frame}
        composerText={composerText}
        imageReadings={imageReadings}
        gate={gate}
        pageCard={card}
        onNewChat={actions.newChat}
        onSend={actions.send}
        onOpen={sheets.show}
      />
      {sheets.open !== null && (
        <PanelSheets
          sheets={sheets}
          connections={connections}
          onAdoptConnection={actions.adoptConnection}
          onShowChat={(id) => closeAnd(() => actions.show(id))}
          onContinueIn={(id) => closeAnd(() => actions.continueIn(id))}
          onRolledBack={(text) =>
            closeAnd(() => {
              actions.takeBack(text);
              focusMessageField();
            })
          }
          onNewChat={actions.newChat}
          onDetach={actions.detach}
        />
      )}
    </ModelListProvider>
  );
}
