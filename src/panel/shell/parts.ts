import { ApprovalCard } from '@/src/panel/approval/parts';
import { ChatsSheet, DeletedChats, NewChatSheet, OtherChats, RebindSheet } from '@/src/panel/chats/parts';
import {
  AnswerNote,
  Completions,
  ImageTray,
  QueuedMessageLine,
  QueuedStatusLine,
  RunMenu,
  SendDuringRun,
  UnsentTextCard,
} from '@/src/panel/composer/parts';
import { CheckpointsSheet, FindBar, LostChangesCard, SavedOfferView } from '@/src/panel/conversation/parts';
import { PageElsewhere } from '@/src/panel/header/parts';
import { type LazyPart, lazyComponent } from '@/src/panel/kit/lazy/lazy-part';
import { preloadMenu } from '@/src/panel/kit/menu/menu-button';
import { LogSheet } from '@/src/panel/log/parts';
import {
  ChangeList,
  ChatSettingsSheet,
  CostsSheet,
  PolicySheet,
  SettingsSheet,
  SiteAction,
  TransferPanel,
} from '@/src/panel/settings/parts';

/** The open sheet, if any. Its code is a chunk of its own, like that of each sheet. */
export const PanelSheets = lazyComponent(async () => (await import('./panel-sheets')).PanelSheets);
export const Banners = lazyComponent(async () => (await import('./banners/banners')).Banners);
export const FirstConnection = lazyComponent(
  async () => (await import('./start/first-connection')).FirstConnection,
);

// Loaded beside the start, together with the chat that they show: the header and the message field are shown before
// both.
export const Conversation = lazyComponent(
  async () => (await import('@/src/panel/conversation/conversation')).Conversation,
);
export const EmptyState = lazyComponent(async () => (await import('./start/empty-state')).EmptyState);
export const NoChat = lazyComponent(async () => (await import('./start/no-chat')).NoChat);

/** Starts to load the parts that the panel's middle shows first. */
export function preloadConversation(): void {
  for (const part of [Conversation, EmptyState, NoChat]) void part.load();
}

/** Time after which a part is loaded even if the panel is never idle, in milliseconds. */
const LATEST_MS = 5_000;

/** All parts that are not loaded beside the start and still have to be loaded, the likeliest first. */
const waiting: Pick<LazyPart<unknown>, 'load'>[] = [
  { load: preloadMenu },
  ...[
    PanelSheets,
    Banners,
    PageElsewhere,
    SiteAction,
    OtherChats,
    RunMenu,
    ImageTray,
    SendDuringRun,
    Completions,
    ApprovalCard,
  ],
  ...[QueuedMessageLine, QueuedStatusLine, AnswerNote, SavedOfferView, LostChangesCard, UnsentTextCard],
  ...[CheckpointsSheet, DeletedChats, FindBar, ChatsSheet, CostsSheet, PolicySheet, ChatSettingsSheet],
  ...[FirstConnection, SettingsSheet, LogSheet, TransferPanel, ChangeList, NewChatSheet, RebindSheet],
];

/** Loads each of the waiting parts in an idle period of its own, so that no key press waits for all of them. */
export function loadWhileIdle(): void {
  const part = waiting.shift();
  if (part === undefined) return;
  requestIdleCallback(
    () => {
      void part.load();
      loadWhileIdle();
    },
    { timeout: LATEST_MS },
  );
}
