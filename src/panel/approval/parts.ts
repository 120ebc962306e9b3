import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';

export const ApprovalCard = lazyComponent(async () => (await import('./approval-card')).ApprovalCard);
