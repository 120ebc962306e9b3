import type { AppearanceCommandResults } from '@/src/messages/appearance-commands';
import type { AppearanceStore } from '../storage/appearance-store';
import type { CommandHandlers } from './command-server';
import { openDetachedPanel } from './detached-panels';

/** The handlers of the commands about how and where the panel is shown. */
export function createAppearanceHandlers(deps: {
  appearance: AppearanceStore;
  serially: <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;
}): Pick<CommandHandlers, keyof AppearanceCommandResults> {
  const { appearance, serially } = deps;

  async function inTurn(work: () => Promise<void>): Promise<null> {
    await serially('appearance', work);
    return null;
  }

  return {
    'set-theme': ({ theme }) => inTurn(() => appearance.setTheme(theme)),
    'set-density': ({ density }) => inTurn(() => appearance.setDensity(density)),
    'keep-fold': ({ fold, isOpen }) => inTurn(() => appearance.keepFold(fold, isOpen)),
    'set-send-key': ({ sendKey }) => inTurn(() => appearance.setSendKey(sendKey)),
    // In turn: the second of two quick clicks finds the panel that the first one opened.
    'detach-panel': ({ chatId, place }) => inTurn(() => openDetachedPanel({ chatId, place })),
  };
}
