import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';

export const PageElsewhere = lazyComponent(async () => (await import('./page-elsewhere')).PageElsewhere);
