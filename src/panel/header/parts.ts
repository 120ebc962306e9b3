import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';

export const RulesSheet = lazyComponent(async () => (await import('./rules-sheet')).RulesSheet);
export const PageElsewhere = lazyComponent(async () => (await import('./page-elsewhere')).PageElsewhere);
export const PageNewsLine = lazyComponent(async () => (await import('./page-news')).PageNewsLine);
export const SitesLine = lazyComponent(async () => (await import('./sites-line')).SitesLine);
