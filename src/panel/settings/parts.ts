import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';

export const CostsSheet = lazyComponent(async () => (await import('./costs/costs-sheet')).CostsSheet);
export const ContextMeter = lazyComponent(async () => (await import('./costs/context-meter')).ContextMeter);
export const ContextNotice = lazyComponent(
  async () => (await import('./costs/context-notice')).ContextNotice,
);
export const PolicySheet = lazyComponent(async () => (await import('./policy/policy-sheet')).PolicySheet);
export const ChatSettingsSheet = lazyComponent(
  async () => (await import('./chat/chat-settings-sheet')).ChatSettingsSheet,
);
export const SettingsSheet = lazyComponent(async () => (await import('./settings-sheet')).SettingsSheet);
export const SiteAction = lazyComponent(async () => (await import('./sites/site-action')).SiteAction);
export const SiteMarkSheet = lazyComponent(
  async () => (await import('./sites/site-mark-sheet')).SiteMarkSheet,
);
export const ChooseSitesSheet = lazyComponent(
  async () => (await import('./sites/choose-sites')).ChooseSitesSheet,
);
export const SitesOffer = lazyComponent(async () => (await import('./sites/choose-sites')).SitesOffer);
