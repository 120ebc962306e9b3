import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';

export const ModelStrip = lazyComponent(async () => (await import('./model-strip')).ModelStrip);
