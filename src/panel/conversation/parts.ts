import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';

export const SavedOfferView = lazyComponent(
  async () => (await import('./reversals/saved-offer-view')).SavedOfferView,
);
export const LostChangesCard = lazyComponent(
  async () => (await import('./reversals/lost-changes-card')).LostChangesCard,
);
export const StoredCheckpointsSheet = lazyComponent(
  async () => (await import('./checkpoints/stored-checkpoints-sheet')).StoredCheckpointsSheet,
);
export const CompareSheet = lazyComponent(async () => (await import('./compare/compare-sheet')).CompareSheet);
export const FindBar = lazyComponent(async () => (await import('./find/find-bar')).FindBar);
export const MentionedParts = lazyComponent(async () => (await import('./mentioned-parts')).MentionedParts);
export const SiteResults = lazyComponent(async () => (await import('./site-results')).SiteResults);
export const SitesInForce = lazyComponent(async () => (await import('./sites-in-force')).SitesInForce);
export const SitesUndo = lazyComponent(async () => (await import('./reversals/sites-undo')).SitesUndo);
