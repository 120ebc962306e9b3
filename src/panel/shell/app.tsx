import { ClipboardList, Database, Search, Settings, ShieldCheck, SquarePen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { Accent } from '@/src/core/adapter/accent';
import { spellOut } from '@/src/core/text/foreign-text';
import type { DetachedPanel } from '@/src/messages/detached-panel';
import { DeletedChats } from '@/src/panel/chats/parts';
import type { ImageReadings } from '@/src/panel/composer/images/use-composer-images';
import { useComposerText } from '@/src/panel/composer/use-composer-text';
import { useFind } from '@/src/panel/conversation/find/use-find';
import type { KeptEdits } from '@/src/panel/conversation/revision/stored-edits';
import { useSummaries } from '@/src/panel/conversation/use-summaries';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { focusMessageField } from '@/src/panel/kit/focus';
import { findShortcut } from '@/src/panel/kit/is-mac';
import { markdownRenderer } from '@/src/panel/kit/markdown/markdown-renderer';
import type { MenuGroup } from '@/src/panel/kit/menu/menu-entry';
import type { PanelFrame } from '@/src/panel/kit/panel-frame';
import { usePaintedTheme } from '@/src/panel/settings/appearance/use-painted-theme';
import type { Chat } from '@/src/schema/chat';
import { i18n } from '@/src/texts/i18n';
import { ChatFoot } from './chat-foot';
import type { OpenSheet } from './open-sheet';
import { pageCard } from './page-card';
import { PanelMain } from './panel-main';
import { PanelTop } from './panel-top';
import { PanelSheets } from './parts';
import { ShownChatProvider } from './shown-chat-provider';
import { useChatActions } from './use-chat-actions';
import { usePanelConnections } from './use-panel-connections';
import { useSendGate } from './use-send-gate';
import { useSheets } from './use-sheets';

/** The title of a panel without a chat. */
const NAME = 'Steward';

interface AppProps {
  /** The elements of the static HTML in which the panel renders; its message field may already have text. */
  frame: PanelFrame;
  /** The chat with which a detached panel opens; null for a side panel. */
  detached: DetachedPanel | null;
}

/** The side panel: one chat with its stored messages, the streaming response and all controls. */
export function App({ frame, detached }: AppProps) {
  return (
    <ShownChatProvider detached={detached}>
      <Panel frame={frame} />
    </ShownChatProvider>
  );
}

function Panel({ frame }: Pick<AppProps, 'frame'>) {
  const { view, detached, page } = useShownChat();
  const { error } = useCommands();
  const sheets = useSheets();
  const connections = usePanelConnections();
  const summaries = useSummaries();
  const find = useFind(view?.chat.id ?? null);
  const composerText = useComposerText(frame.message.value);
  const [imageReadings] = useState<ImageReadings>(() => new Map());
  const [edits] = useState<KeptEdits>(() => new Map());
  const gate = useSendGate(connections.inUse);
  const actions = useChatActions({ composerText, imageReadings, sheets, gate, connections });
  const { refusedPage } = actions;
  const card = pageCard({ refusedPage, error, page, isElsewhere: gate.isElsewhere });
  usePaintedTheme();
  useAccent(page?.state === 'connected' ? page.accent : null);
  useDocumentTitle(detached === null ? null : (view?.chat ?? null));

  useEffect(() => {
    void markdownRenderer.load();
  }, []);

  /** Closes the sheet first: the composer can't be focused while a modal sheet is open. */
  const closeAnd = (next: () => void) => {
    flushSync(sheets.close);
    next();
  };
  const menu = panelActions({
    hasChat: view !== null,
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
    <>
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
          onRolledBack={(text) =>
            closeAnd(() => {
              actions.takeBack(text);
              focusMessageField();
            })
          }
          onNewChat={actions.newChat}
          onStartChat={actions.startChat}
          onDetach={actions.detach}
        />
      )}
    </>
  );
}

/** Sets the accent tokens of theme.css, with a darker one for the element under the pointer; null is the panel's own accent. */
export function useAccent(accent: Accent | null): void {
  const light = accent?.light;
  const dark = accent?.dark;
  useEffect(() => {
    if (light === undefined) return;
    const { style } = document.documentElement;
    style.setProperty('--accent', `light-dark(${light}, ${dark})`);
    style.setProperty('--accent-hover', 'color-mix(in srgb, var(--accent) 85%, black)');
    return () => {
      for (const token of ['--accent', '--accent-hover']) style.removeProperty(token);
    };
  }, [light, dark]);
}

/** The title of a window or tab: the chat's and its page's, such as `Hide previews – Model filter`. */
export function documentTitle({ title, binding }: Pick<Chat, 'title' | 'binding'>): string {
  const parts = [title, ...(binding === null ? [] : [binding.title])].map((part) => spellOut(part.trim()));
  return parts.filter((part) => part !== '').join(' – ') || NAME;
}

/**
 * Names the window or tab of a detached panel after its chat; `chat` is null in a side panel, which the browser names.
 */
function useDocumentTitle(chat: Pick<Chat, 'title' | 'binding'> | null): void {
  const title = chat === null ? NAME : documentTitle(chat);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** State and operations of the panel that the menu's entries use. */
interface PanelActionDeps {
  hasChat: boolean;
  /** False without messages, and while a run isn't over or a summary is being written. */
  canSummarize: boolean;
  onNewChat(): void;
  onSummarize(): void;
  onFind(): void;
  onOpen(sheet: OpenSheet): void;
}

/** The entries of the panel's menu. */
export function panelActions(deps: PanelActionDeps): readonly MenuGroup[] {
  const opens = (sheet: OpenSheet, isEnabled: boolean) => ({
    opensSheet: true,
    isEnabled,
    onChoose: () => deps.onOpen(sheet),
  });
  return [
    [
      {
        id: 'new-chat',
        words: i18n.t('menu.newChat'),
        icon: SquarePen,
        opensSheet: false,
        isEnabled: true,
        onChoose: deps.onNewChat,
      },
      {
        id: 'find',
        words: i18n.t('menu.find'),
        icon: Search,
        keys: findShortcut(),
        opensSheet: false,
        isEnabled: deps.hasChat,
        onChoose: deps.onFind,
      },
      {
        id: 'summarize',
        words: i18n.t('menu.summarize'),
        icon: ClipboardList,
        opensSheet: false,
        isEnabled: deps.canSummarize,
        onChoose: deps.onSummarize,
      },
    ],
    [
      { id: 'policy', words: i18n.t('menu.policy'), icon: ShieldCheck, ...opens('policy', deps.hasChat) },
      { id: 'settings', words: i18n.t('menu.settings'), icon: Settings, ...opens('settings', true) },
      { id: 'help', words: i18n.t('menu.help'), icon: Database, ...opens('help', true) },
    ],
  ];
}
