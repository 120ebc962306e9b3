import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { previewPrompt, unusableTemplate } from '@/src/core/adapter/prompt-preview';
import { StewardError } from '@/src/core/errors';
import type { Logger } from '@/src/core/logging/log-entry';
import type { SettingsCommandResults } from '@/src/messages/settings-commands';
import type { Chats } from './chats';
import type { CommandHandlers } from './command-server';

/** The handlers of the commands for settings. `serially` is shared with the other commands of a chat. */
export function createSettingsHandlers(deps: {
  chats: Pick<Chats, 'byId' | 'setLimits' | 'setPrompt'>;
  adapters: AdapterPort;
  log: Pick<Logger, 'info'>;
  serially: <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;
}): Pick<CommandHandlers, keyof SettingsCommandResults> {
  const { chats, adapters, log, serially } = deps;
  return {
    'set-limits': ({ type: _type, chatId, ...limits }) =>
      serially(chatId, async () => {
        await chats.setLimits(chatId, limits);
        log.info('chat.limits', 'The chat’s limits have changed.', { chatId, data: limits });
        return null;
      }),
    'set-prompt': ({ chatId, prompt }) =>
      serially(chatId, async () => {
        const problem = unusableTemplate(previewPrompt(await chats.byId(chatId), prompt, adapters));
        if (problem !== null) {
          throw new StewardError('invalid-message', problem.message, {
            remedy: 'Correct the text or reset it, then save again. Nothing was saved.',
          });
        }
        await chats.setPrompt(chatId, prompt);
        log.info('chat.prompt', 'The chat’s system prompt has changed.', {
          chatId,
          data: {
            hasLayout: prompt.baseTemplate !== null,
            replaced: Object.keys(prompt.overrides),
            leftOut: prompt.exclusions,
          },
        });
        return null;
      }),
    'preview-prompt': async ({ chatId, prompt }) => previewPrompt(await chats.byId(chatId), prompt, adapters),
  };
}
