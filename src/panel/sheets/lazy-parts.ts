import { AnswerNote } from '../composer/answer-note';
import { lazyComponent } from '../lazy/lazy-component';

// Each is a chunk of its own.

export const AliasSheet = lazyComponent(async () => (await import('../aliases/alias-panel')).AliasSheet);
export const ChatsSheet = lazyComponent(async () => (await import('../chats/chats-sheet')).ChatsSheet);
export const ChatSettingsSheet = lazyComponent(
  async () => (await import('../chat-settings/chat-settings-sheet')).ChatSettingsSheet,
);
export const CheckpointsSheet = lazyComponent(
  async () => (await import('../checkpoints/checkpoints-sheet')).CheckpointsSheet,
);
export const ConnectionSheet = lazyComponent(
  async () => (await import('../connection/connections-panel')).ConnectionSheet,
);
export const CostsSheet = lazyComponent(async () => (await import('../costs/costs-sheet')).CostsSheet);
export const LogSheet = lazyComponent(async () => (await import('../log/log-sheet')).LogSheet);
export const ModelSettingsSheet = lazyComponent(
  async () => (await import('../header/model-settings-sheet')).ModelSettingsSheet,
);
export const NewSessionSheet = lazyComponent(
  async () => (await import('../chats/new-session-sheet')).NewSessionSheet,
);
export const PolicySheet = lazyComponent(async () => (await import('../policy/policy-sheet')).PolicySheet);
export const RebindSheet = lazyComponent(async () => (await import('../chats/rebind-sheet')).RebindSheet);
export const SettingsSheet = lazyComponent(
  async () => (await import('../settings/settings-sheet')).SettingsSheet,
);
export const SitesSheet = lazyComponent(async () => (await import('../sites/sites-sheet')).SitesSheet);
export const TransferSheet = lazyComponent(
  async () => (await import('../settings/transfer-sheet')).TransferSheet,
);
export const ViewSheet = lazyComponent(async () => (await import('../appearance/view-sheet')).ViewSheet);

export const Banners = lazyComponent(async () => (await import('../errors/banners')).Banners);
export const DeletedChats = lazyComponent(async () => (await import('../chats/deleted-chats')).DeletedChats);
export const ImageTray = lazyComponent(async () => (await import('../composer/images/image-tray')).ImageTray);
export const OtherChats = lazyComponent(async () => (await import('../chats/other-chats')).OtherChats);
export const QueuedMessage = lazyComponent(
  async () => (await import('../composer/queued-message')).QueuedMessage,
);
export const QueuedStatus = lazyComponent(
  async () => (await import('../composer/queued-status')).QueuedStatus,
);
export const RunMenu = lazyComponent(async () => (await import('../composer/run-menu')).RunMenu);
export const SendDuringRun = lazyComponent(
  async () => (await import('../composer/send-during-run')).SendDuringRun,
);
export const SlashCommands = lazyComponent(
  async () => (await import('../composer/slash/slash-commands')).SlashCommands,
);
export const ApprovalCard = lazyComponent(
  async () => (await import('../approval/approval-card')).ApprovalCard,
);
export const FirstConnection = lazyComponent(
  async () => (await import('../connection/first-connection')).FirstConnection,
);
export const FindBar = lazyComponent(async () => (await import('../find/find-bar')).FindBar);
export const LostChangesCard = lazyComponent(
  async () => (await import('../offers/lost-changes-card')).LostChangesCard,
);
export const SetAsideCard = lazyComponent(
  async () => (await import('../composer/set-aside-card')).SetAsideCard,
);
export const SavedOfferView = lazyComponent(
  async () => (await import('../offers/saved-offer-view')).SavedOfferView,
);

/** All parts, in the order in which they are loaded while the panel is idle: the likeliest first. */
export const LATE_PARTS = [
  Banners,
  OtherChats,
  RunMenu,
  ImageTray,
  SendDuringRun,
  SlashCommands,
  ApprovalCard,
  QueuedMessage,
  QueuedStatus,
  AnswerNote,
  SavedOfferView,
  LostChangesCard,
  SetAsideCard,
  CheckpointsSheet,
  DeletedChats,
  FindBar,
  ChatsSheet,
  CostsSheet,
  PolicySheet,
  ChatSettingsSheet,
  ModelSettingsSheet,
  FirstConnection,
  ConnectionSheet,
  SettingsSheet,
  AliasSheet,
  TransferSheet,
  LogSheet,
  SitesSheet,
  ViewSheet,
  NewSessionSheet,
  RebindSheet,
] as const;
