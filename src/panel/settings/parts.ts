import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';

export const CostsSheet = lazyComponent(async () => (await import('./costs/costs-sheet')).CostsSheet);
export const PolicySheet = lazyComponent(async () => (await import('./policy/policy-sheet')).PolicySheet);
export const ChatSettingsSheet = lazyComponent(
  async () => (await import('./chat/chat-settings-sheet')).ChatSettingsSheet,
);
export const ConnectionSheet = lazyComponent(
  async () => (await import('./connection/connections-panel')).ConnectionSheet,
);
export const SettingsSheet = lazyComponent(async () => (await import('./settings-sheet')).SettingsSheet);
export const AliasSheet = lazyComponent(async () => (await import('./aliases/alias-panel')).AliasSheet);
export const ChangeList = lazyComponent(async () => (await import('./change-list')).ChangeList);
export const TransferSheet = lazyComponent(async () => (await import('./transfer-panel')).TransferSheet);
export const SiteAction = lazyComponent(async () => (await import('./sites/site-action')).SiteAction);
export const SitesSheet = lazyComponent(async () => (await import('./sites/sites-sheet')).SitesSheet);
export const ViewSheet = lazyComponent(async () => (await import('./appearance/view-sheet')).ViewSheet);
