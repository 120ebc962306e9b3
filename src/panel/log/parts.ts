import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';

export const LogSheet = lazyComponent(async () => (await import('./log-sheet')).LogSheet);
