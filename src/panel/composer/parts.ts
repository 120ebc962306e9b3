import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';

export const RunMenu = lazyComponent(async () => (await import('./run-menu')).RunMenu);
export const ImageTray = lazyComponent(async () => (await import('./images/image-tray')).ImageTray);
export const SendDuringRun = lazyComponent(async () => (await import('./send-during-run')).SendDuringRun);
export const Completions = lazyComponent(async () => (await import('./completion/completions')).Completions);
export const QueuedMessageLine = lazyComponent(
  async () => (await import('./queued-lines')).QueuedMessageLine,
);
export const QueuedStatusLine = lazyComponent(async () => (await import('./queued-lines')).QueuedStatusLine);
export const AnswerNote = lazyComponent(async () => (await import('./question-note')).QuestionNote);
export const Quotations = lazyComponent(async () => (await import('./quotations')).Quotations);
export const UnsentTextCard = lazyComponent(async () => (await import('./unsent-text-card')).UnsentTextCard);
