import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';

export const PromptSheet = lazyComponent(async () => (await import('./prompt-sheet')).PromptSheet);
