import type { Logger } from '@/src/core/logging/log-entry';
import type { SettingsCommandResults } from '@/src/messages/settings-commands';
import type { Chats } from './chats';
import type { CommandHandlers } from './command-server';

/** The handlers of the commands for settings. `serially` is shared with the other commands of a chat. */
export function createSettingsHandlers(deps: {
  chats: Pick<Chats, 'setLimits'>;
  log: Pick<Logger, 'info'>;
  serially: <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;
}): Pick<CommandHandlers, keyof SettingsCommandResults> {
  const { chats, log, serially } = deps;
  return {
    'set-limits': ({ type: _type, chatId, ...limits }) =>
      serially(chatId, async () => {
        await chats.setLimits(chatId, limits);
        log.info('chat.limits', 'The chat’s limits have changed.', { chatId, data: limits });
        return null;
      }),
  };
}
