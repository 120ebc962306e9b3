import type { ComponentType } from 'react';
import { type LazyComponent, lazyComponent } from '@/src/panel/kit/lazy/lazy-part';

/** Load the parts below, in this order: the likeliest first. */
export const loadsOfLateParts: LazyComponent<object>['load'][] = [];

function late<Props extends object>(request: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  const part = lazyComponent(request);
  loadsOfLateParts.push(part.load);
  return part;
}

export const Banners = late(async () => (await import('./banners/banners')).Banners);
export const OtherChats = late(async () => (await import('@/src/panel/chats/other-chats')).OtherChats);
export const RunMenu = late(async () => (await import('@/src/panel/composer/run-menu')).RunMenu);
export const ImageTray = late(async () => (await import('@/src/panel/composer/images/image-tray')).ImageTray);
export const SendDuringRun = late(
  async () => (await import('@/src/panel/composer/send-during-run')).SendDuringRun,
);
export const SlashCommands = late(
  async () => (await import('@/src/panel/composer/slash/slash-commands')).SlashCommands,
);
export const ApprovalCard = late(
  async () => (await import('@/src/panel/approval/approval-card')).ApprovalCard,
);
export const QueuedMessage = late(
  async () => (await import('@/src/panel/composer/queued-message')).QueuedMessage,
);
export const QueuedStatus = late(
  async () => (await import('@/src/panel/composer/queued-status')).QueuedStatus,
);
export const AnswerNote = late(async () => (await import('@/src/panel/composer/question-note')).QuestionNote);
export const SavedOfferView = late(
  async () => (await import('@/src/panel/conversation/offers/saved-offer-view')).SavedOfferView,
);
export const LostChangesCard = late(
  async () => (await import('@/src/panel/conversation/offers/lost-changes-card')).LostChangesCard,
);
export const SetAsideCard = late(
  async () => (await import('@/src/panel/composer/set-aside-card')).SetAsideCard,
);
export const CheckpointsSheet = late(
  async () => (await import('@/src/panel/conversation/checkpoints/checkpoints-sheet')).CheckpointsSheet,
);
export const DeletedChats = late(async () => (await import('@/src/panel/chats/deleted-chats')).DeletedChats);
export const FindBar = late(async () => (await import('@/src/panel/conversation/find/find-bar')).FindBar);
export const ChatsSheet = late(async () => (await import('@/src/panel/chats/chats-sheet')).ChatsSheet);
export const CostsSheet = late(
  async () => (await import('@/src/panel/settings/costs/costs-sheet')).CostsSheet,
);
export const PolicySheet = late(
  async () => (await import('@/src/panel/settings/policy/policy-sheet')).PolicySheet,
);
export const ChatSettingsSheet = late(
  async () => (await import('@/src/panel/settings/chat/chat-settings-sheet')).ChatSettingsSheet,
);
export const ModelSettingsSheet = late(
  async () => (await import('@/src/panel/header/model-settings-sheet')).ModelSettingsSheet,
);
export const FirstConnection = late(async () => (await import('./start/first-connection')).FirstConnection);
export const ConnectionSheet = late(
  async () => (await import('@/src/panel/settings/connection/connections-panel')).ConnectionSheet,
);
export const SettingsSheet = late(
  async () => (await import('@/src/panel/settings/settings-sheet')).SettingsSheet,
);
export const AliasSheet = late(
  async () => (await import('@/src/panel/settings/aliases/alias-panel')).AliasSheet,
);
export const TransferSheet = late(
  async () => (await import('@/src/panel/settings/transfer-sheet')).TransferSheet,
);
export const LogSheet = late(async () => (await import('@/src/panel/log/log-sheet')).LogSheet);
export const SitesSheet = late(
  async () => (await import('@/src/panel/settings/sites/sites-sheet')).SitesSheet,
);
export const ViewSheet = late(
  async () => (await import('@/src/panel/settings/appearance/view-sheet')).ViewSheet,
);
export const NewSessionSheet = late(
  async () => (await import('@/src/panel/chats/new-session-sheet')).NewSessionSheet,
);
export const RebindSheet = late(async () => (await import('@/src/panel/chats/rebind-sheet')).RebindSheet);
