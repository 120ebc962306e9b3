import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';

export const RuleBars = lazyComponent(async () => (await import('./rule-bars')).RuleBars);
export const ModelStrip = lazyComponent(async () => (await import('./model-strip')).ModelStrip);
