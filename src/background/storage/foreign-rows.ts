import { isPageDataDeclared } from '@/src/core/adapter/prompt-preview';
import { canonicalJson } from '@/src/core/hash';
import { foreignRecord } from '@/src/core/history/copy-record';
import { policyElsewhere } from '@/src/core/policy/policy-settings';
import { newChatSettings } from '@/src/core/records/chat';
import type { RestoreOffer } from '@/src/core/records/restore-offer';
import { changedSettings } from '@/src/core/records/settings-file';
import { withQueued } from '@/src/core/records/unsent-text';
import type { Chat } from '@/src/schema/chat';
import type { Json } from '@/src/schema/values/json';
import type { BackupRows } from './backup-rows';

/**
 * Converts the rows of a backup to those of a file by an unknown author: the hash of a backup isn't computed with a
 * key, so anybody can have written it. The data is restored, but no decision and no permission, and no run continues
 * and no message is sent.
 *
 * @param keepsPrompts false to give the chats the system prompt of a new chat
 */
export function foreignRows(rows: BackupRows, keepsPrompts: boolean, newId: () => string): BackupRows {
  const { prompt } = newChatSettings();
  return {
    ...rows,
    ...foreignRecord(rows, newId),
    chats: rows.chats.map((chat): Chat => {
      const { settings } = chat;
      return {
        ...chat,
        settings: { ...settings, ...policyElsewhere(settings), ...(keepsPrompts ? {} : { prompt }) },
        ...withQueued(chat, null),
        pendingEvents: [],
        queuedStatus: null,
      };
    }),
    approvals: [],
    sites: rows.sites.map((site) => ({ ...site, isOn: false })),
  };
}

/** The contents of these rows, for the user to read before they are restored. */
export function restoreOffer(rows: BackupRows): RestoreOffer {
  const { chats, messages, connections, modelAliases, savedPrompts, sites } = rows;
  const own = newChatSettings();
  const prompts = chats.flatMap(({ settings }) => changedSettings(['prompt'], own, settings));
  const addressOf = (id: string) => connections.find((connection) => connection.id === id)?.baseUrl;
  const entry = <What extends string>(what: What, name: string, to: string) => ({
    what,
    name,
    from: null,
    to,
  });
  return {
    chats: chats.length,
    messages: messages.length,
    sites: sites.map(({ origin, mark }) => (mark ? `${origin} “${mark.name}”` : origin)),
    changes: [
      ...connections.map(({ label, baseUrl }) => entry('connection', label, baseUrl)),
      ...modelAliases.map(({ name, connectionId, model }) =>
        entry('alias', name, `${model} · ${addressOf(connectionId)}`),
      ),
      ...savedPrompts.map(({ name, text }) => entry('saved-prompt', name, text)),
      ...new Map(prompts.map((change) => [canonicalJson(change as unknown as Json), change])).values(),
    ],
    declaresPageData: chats.every(({ settings }) => isPageDataDeclared(settings.prompt)),
  };
}
