import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';

export const ApprovalCard = lazyComponent(async () => (await import('./approval-card')).ApprovalCard);
export const SitesCard = lazyComponent(async () => (await import('./sites/sites-card')).SitesCard);
