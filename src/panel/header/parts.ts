import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';

export const ModelSettingsSheet = lazyComponent(
  async () => (await import('./model-settings-sheet')).ModelSettingsSheet,
);

export const PageElsewhere = lazyComponent(async () => (await import('./page-elsewhere')).PageElsewhere);
