import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';

export const RunMenu = lazyComponent(async () => (await import('./run-menu')).RunMenu);
export const ImageTray = lazyComponent(async () => (await import('./images/image-tray')).ImageTray);
export const SendDuringRun = lazyComponent(async () => (await import('./send-during-run')).SendDuringRun);
export const SlashCommands = lazyComponent(
  async () => (await import('./slash/slash-commands')).SlashCommands,
);
export const QueuedMessage = lazyComponent(async () => (await import('./queued-lines')).QueuedMessage);
export const QueuedStatus = lazyComponent(async () => (await import('./queued-lines')).QueuedStatus);
export const AnswerNote = lazyComponent(async () => (await import('./question-note')).QuestionNote);
export const SetAsideCard = lazyComponent(async () => (await import('./set-aside-card')).SetAsideCard);
