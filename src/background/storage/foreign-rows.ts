import { isPageDataDeclared } from '@/src/core/adapter/prompt-preview';
import { canonicalJson } from '@/src/core/hash';
import { foreignRecord } from '@/src/core/history/copy-record';
import { policyElsewhere } from '@/src/core/policy/policy-settings';
import { newChatSettings } from '@/src/core/records/chat';
import { findNamed } from '@/src/core/records/find-named';
import type { RestoreOffer } from '@/src/core/records/restore-offer';
import { changedSettings, type SettingsChange } from '@/src/core/records/settings-file';
import { withQueued } from '@/src/core/records/unsent-text';
import type { Chat } from '@/src/schema/chat';
import type { Connection } from '@/src/schema/connection';
import type { ModelAlias } from '@/src/schema/model-alias';
import type { SavedPrompt } from '@/src/schema/saved-prompt';
import type { Json } from '@/src/schema/values/json';
import type { BackupRows } from './backup-rows';

/**
 * Removes from the rows of a backup what an unknown author must not bring in: decisions, permissions, and queued
 * messages and events. No run continues. Anybody can have written a backup, since its hash isn't computed with a key.
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
    // Findings of tests that another browser made don't count in this one.
    connections: rows.connections.map(
      ({ testedModel: _, responsesModels: __, endsBare: ___, ...connection }) => {
        return { ...connection, isFromFile: true };
      },
    ),
    // The calls that made these writes have ended, so that nobody would settle them.
    pages: rows.pages.map((page) => ({ ...page, writes: [] })),
    sites: rows.sites.map((site) => ({ ...site, isOn: false })),
  };
}

/** The contents of these rows, for the user to read before they are restored. */
export function restoreOffer(rows: BackupRows): RestoreOffer {
  const { chats, messages, sites } = rows;
  const own = newChatSettings();
  const prompts = chats.flatMap(({ settings }) => changedSettings(['prompt'], own, settings));
  return {
    chats: chats.length,
    messages: messages.length,
    sites: sites.map(({ origin, mark, set }) =>
      [origin, ...[mark, set].flatMap((one) => (one ? `“${one.name}”` : []))].join(' '),
    ),
    changes: [
      ...changedEntries(rows, { connections: [], modelAliases: [], savedPrompts: [] }),
      ...new Map(prompts.map((change) => [canonicalJson(change as unknown as Json), change])).values(),
    ],
    declaresPageData: chats.every(({ settings }) => isPageDataDeclared(settings.prompt)),
  };
}

/** The rows that the user reads one by one before a file is applied. */
export type ReviewedRows = Pick<BackupRows, 'modelAliases' | 'savedPrompts'> & { connections: Connection[] };

/** The entries of a file that don't exist in `own`, or have another value there. */
export function changedEntries(given: ReviewedRows, own: ReviewedRows): SettingsChange[] {
  // Names the address, because a file can give a connection any label.
  const modelOf = ({ model, connectionId }: ModelAlias, { connections }: ReviewedRows) =>
    `${model} · ${connections.find(({ id }) => id === connectionId)?.baseUrl ?? ''}`;
  return [
    ...given.connections
      .filter(({ id }) => own.connections.every((one) => one.id !== id))
      .map(({ label: name, baseUrl: to }) => ({ what: 'connection' as const, name, from: null, to })),
    ...given.modelAliases.flatMap((alias) => {
      const { name, connectionId, model } = alias;
      const present = findNamed(own.modelAliases, name);
      if (present?.connectionId === connectionId && present.model === model) return [];
      const from = present === undefined ? null : modelOf(present, own);
      return [{ what: 'alias' as const, name, from, to: modelOf(alias, given) }];
    }),
    ...given.savedPrompts.flatMap((prompt) => {
      const { name } = prompt;
      const present = findNamed(own.savedPrompts, name);
      const from = present ? wholeText(present) : null;
      const to = wholeText(prompt);
      return from === to ? [] : [{ what: 'saved-prompt' as const, name, from, to }];
    }),
  ];
}

/** The text of a saved prompt, and each call of its recipe: whole, since it comes from elsewhere, and in the words of its tool it is cut. */
function wholeText({ text, recipe }: SavedPrompt): string {
  const calls = recipe?.calls.map(
    ({ name, args }) => `${recipe.adapterId}: ${name}(${JSON.stringify(args)})`,
  );
  return [text, ...(calls ?? [])].join('\n');
}
