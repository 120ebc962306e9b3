import { assertNever } from '@/src/core/assert-never';
import type { CommandHandlers } from './command-context';

export const summaryHandlers = {
  // Not serialized: the chat stays usable meanwhile, and Cancel must not wait.
  summarize: async ({ chatId }, { sideRequests }) => ({ isStored: await sideRequests.summarize(chatId) }),
  'cancel-summary': async ({ chatId }, { sideRequests }) => sideRequests.cancelSummary(chatId),
  'change-summary': ({ chatId, summaryId, change }, { sideRequests: { summaries }, serially }) =>
    serially(chatId, () => {
      switch (change.kind) {
        case 'edit':
          return summaries.edit(chatId, summaryId, change.text);
        case 'accept':
          return summaries.accept(chatId, summaryId, change.text);
        case 'discard':
          return summaries.discard(chatId, summaryId);
        case 'remove':
          return summaries.remove(chatId, summaryId);
        default:
          return assertNever(change);
      }
    }),
} satisfies Partial<CommandHandlers>;
