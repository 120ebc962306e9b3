import type { PromptPreview } from '@/src/core/adapter/prompt-preview';
import { assertGlobs } from '@/src/core/context/part-globs';
import { StewardError } from '@/src/core/errors';
import type { PromptSettings } from '@/src/schema/chat-settings';
import { say } from '@/src/schema/values/said';
import type { CommandContext, CommandHandlers } from './command-context';

export const settingsHandlers = {
  'set-settings': async ({ chatId, patch }, { chats, log, look, serially }) => {
    assertGlobs(patch.leftOutParts ?? []);
    await serially(chatId, () => chats.setSettings(chatId, patch));
    log.info('chat.settings', 'The chat’s settings have changed.', { chatId, data: patch });
    // The page line names globs that match nothing.
    if (patch.leftOutParts !== undefined) await look(chatId);
  },
  'set-policy': ({ chatId, approvalPolicy, permissions, planMode }, { chats, loop, log, serially }) =>
    serially(chatId, async () => {
      const changes = await chats.setPolicy(chatId, { approvalPolicy, planMode, permissions });
      if (changes.length > 0) {
        log.info('chat.policy', `The chat’s policy has changed: ${changes.join('; ')}.`, { chatId });
        await loop.noteSettings(chatId);
      }
    }),
  'set-prompt': ({ chatId, prompt }, context) =>
    context.serially(chatId, async () => {
      const { unusableTemplate } = await import('./late-functions');
      const problem = unusableTemplate(await promptOf(context, chatId, prompt));
      if (problem !== null) {
        throw new StewardError('invalid-message', problem.message, {
          remedy: say('error.background.promptRefusedRemedy'),
        });
      }
      await context.chats.setPrompt(chatId, prompt);
      context.log.info('chat.prompt', 'The chat’s system prompt has changed.', {
        chatId,
        data: {
          hasLayout: prompt.baseTemplate !== null,
          replaced: Object.keys(prompt.overrides),
          leftOut: prompt.exclusions,
        },
      });
    }),
  'preview-prompt': ({ chatId, prompt }, context) => promptOf(context, chatId, prompt),
  'store-saved-prompt': ({ type: _, replaces, ...prompt }, { savedPrompts }) =>
    savedPrompts.save(prompt, replaces),
  'delete-saved-prompt': ({ name }, { savedPrompts }) => savedPrompts.remove(name),
  'export-settings': ({ chatId }, { transfer }) => transfer.write(chatId),
  'import-settings': async ({ chatId, digest, text, index, isLast }, context) => {
    const { transfer, loop, log, serially } = context;
    // Serialized with other changes of the chat's settings and of aliases.
    const result = await serially(chatId ?? 'settings', () =>
      serially('aliases', () => transfer.importPart(chatId, { text, index, isLast }, digest)),
    );
    if (result === null || 'changes' in result) return result;
    log.info('settings.imported', 'Settings were imported from a file.', { chatId });
    for (const id of result.chatIds) await loop.noteSettings(id);
    return result;
  },
} satisfies Partial<CommandHandlers>;

async function promptOf(
  { journal, chats, adapters }: CommandContext,
  chatId: string,
  prompt: PromptSettings,
): Promise<PromptPreview> {
  const { previewPrompt } = await import('./late-functions');
  const known = await journal.knownPage(chatId);
  return previewPrompt(await chats.byId(chatId), prompt, await adapters(), known);
}
