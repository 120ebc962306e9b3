import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { type PromptPreview, previewPrompt, unusableTemplate } from '@/src/core/adapter/prompt-preview';
import { StewardError } from '@/src/core/errors';
import type { Logger } from '@/src/core/logging/log-entry';
import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { KnownPageJournal } from '@/src/core/ports/known-page-journal';
import type { SettingsCommandResults } from '@/src/messages/settings-commands';
import type { PromptSettings } from '@/src/schema/chat-settings';
import type { OriginRules } from '../endpoint/origin-rules';
import type { AliasStore } from '../storage/alias-store';
import type { SettingsTransfer } from '../storage/settings-transfer';
import type { Chats } from './chats';
import type { CommandHandlers } from './command-server';

/** The handlers of the commands for settings. `serially` is shared with the other commands of a chat. */
export function createSettingsHandlers(deps: {
  chats: Pick<Chats, 'byId' | 'setPrompt' | 'setSettings'>;
  adapters: AdapterPort;
  journal: Pick<KnownPageJournal, 'knownPage'>;
  aliases: AliasStore;
  transfer: SettingsTransfer;
  originRules: Pick<OriginRules, 'refresh'>;
  loop: Pick<AgentLoop, 'noteEndpoint'>;
  /** Sends the page's status to the chat's panels. */
  look: (chatId: string) => Promise<void>;
  log: Pick<Logger, 'info'>;
  serially: <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;
}): Pick<CommandHandlers, keyof SettingsCommandResults> {
  const { chats, adapters, aliases, transfer, loop, log, serially } = deps;

  async function preview(chatId: string, prompt: PromptSettings): Promise<PromptPreview> {
    const known = await deps.journal.knownPage(chatId);
    return previewPrompt(await chats.byId(chatId), prompt, adapters, known);
  }

  return {
    'set-settings': async ({ chatId, patch }) => {
      await serially(chatId, () => chats.setSettings(chatId, patch));
      log.info('chat.settings', 'The chat’s settings have changed.', { chatId, data: patch });
      // The page line names the globs that fit nothing.
      if (patch.leftOutParts !== undefined) await deps.look(chatId);
      return null;
    },
    'set-prompt': ({ chatId, prompt }) =>
      serially(chatId, async () => {
        const problem = unusableTemplate(await preview(chatId, prompt));
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
    'save-alias': async ({ isNew, name, connectionId, model }) => {
      const alias = { name, connectionId, model };
      const chatIds = await serially('aliases', () => (isNew ? aliases.add(alias) : aliases.save(alias)));
      log.info('settings.alias', `The alias ${name} is ${model} now.`, { data: { connectionId, model } });
      // Chats that wait for a model continue.
      for (const chatId of chatIds) await serially(chatId, () => loop.noteEndpoint(chatId));
      return null;
    },
    'delete-alias': async ({ name }) => {
      await serially('aliases', () => aliases.remove(name));
      log.info('settings.alias', `The alias ${name} was deleted.`, {});
      return null;
    },
    'choose-alias': ({ chatId, name }) =>
      serially(chatId, async () => {
        const { connectionId, model } = await aliases.use(chatId, name);
        await loop.noteEndpoint(chatId);
        const message = `The model is ${model} now, by the alias ${name}.`;
        log.info('chat.model', message, { chatId, data: { connectionId, model, alias: name } });
        return null;
      }),
    'export-settings': ({ chatId }) => transfer.write(chatId),
    'preview-settings': ({ chatId, text }) => transfer.plan(chatId, text),
    'import-settings': async ({ chatId, text, digest }) => {
      // In turn with the chat's other settings, and with those of its aliases.
      const { chatIds } = await serially(chatId ?? 'settings', () =>
        serially('aliases', () => transfer.apply(chatId, text, digest)),
      );
      await deps.originRules.refresh();
      log.info('settings.imported', 'Settings were imported from a file.', { chatId });
      for (const id of chatIds) await serially(id, () => loop.noteEndpoint(id));
      return null;
    },
    'preview-prompt': ({ chatId, prompt }) => preview(chatId, prompt),
  };
}
