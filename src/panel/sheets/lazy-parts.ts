import type { ComponentType } from 'react';
import { type LazyComponent, lazyComponent } from '../lazy/lazy-part';

/** Load the parts below, in this order: the likeliest first. */
export const loadsOfLateParts: LazyComponent<object>['load'][] = [];

function late<Props extends object>(request: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  const part = lazyComponent(request);
  loadsOfLateParts.push(part.load);
  return part;
}

export const Banners = late(async () => (await import('../errors/banners')).Banners);
export const OtherChats = late(async () => (await import('../chats/other-chats')).OtherChats);
export const RunMenu = late(async () => (await import('../composer/run-menu')).RunMenu);
export const ImageTray = late(async () => (await import('../composer/images/image-tray')).ImageTray);
export const SendDuringRun = late(async () => (await import('../composer/send-during-run')).SendDuringRun);
export const SlashCommands = late(
  async () => (await import('../composer/slash/slash-commands')).SlashCommands,
);
export const ApprovalCard = late(async () => (await import('../approval/approval-card')).ApprovalCard);
export const QueuedMessage = late(async () => (await import('../composer/queued-message')).QueuedMessage);
export const QueuedStatus = late(async () => (await import('../composer/queued-status')).QueuedStatus);
export const AnswerNote = late(async () => (await import('../composer/question-note')).QuestionNote);
export const SavedOfferView = late(async () => (await import('../offers/saved-offer-view')).SavedOfferView);
export const LostChangesCard = late(
  async () => (await import('../offers/lost-changes-card')).LostChangesCard,
);
export const SetAsideCard = late(async () => (await import('../composer/set-aside-card')).SetAsideCard);
export const CheckpointsSheet = late(
  async () => (await import('../checkpoints/checkpoints-sheet')).CheckpointsSheet,
);
export const DeletedChats = late(async () => (await import('../chats/deleted-chats')).DeletedChats);
export const FindBar = late(async () => (await import('../find/find-bar')).FindBar);
export const ChatsSheet = late(async () => (await import('../chats/chats-sheet')).ChatsSheet);
export const CostsSheet = late(async () => (await import('../costs/costs-sheet')).CostsSheet);
export const PolicySheet = late(async () => (await import('../policy/policy-sheet')).PolicySheet);
export const ChatSettingsSheet = late(
  async () => (await import('../chat-settings/chat-settings-sheet')).ChatSettingsSheet,
);
export const ModelSettingsSheet = late(
  async () => (await import('../header/model-settings-sheet')).ModelSettingsSheet,
);
export const FirstConnection = late(
  async () => (await import('../connection/first-connection')).FirstConnection,
);
export const ConnectionSheet = late(
  async () => (await import('../connection/connections-panel')).ConnectionSheet,
);
export const SettingsSheet = late(async () => (await import('../settings/settings-sheet')).SettingsSheet);
export const AliasSheet = late(async () => (await import('../aliases/alias-panel')).AliasSheet);
export const TransferSheet = late(async () => (await import('../settings/transfer-sheet')).TransferSheet);
export const LogSheet = late(async () => (await import('./log-sheet')).LogSheet);
export const SitesSheet = late(async () => (await import('../sites/sites-sheet')).SitesSheet);
export const ViewSheet = late(async () => (await import('../appearance/view-sheet')).ViewSheet);
export const NewSessionSheet = late(async () => (await import('../chats/new-session-sheet')).NewSessionSheet);
export const RebindSheet = late(async () => (await import('../chats/rebind-sheet')).RebindSheet);
