import { browser } from 'wxt/browser';
import { ADAPTER_IDS } from '@/src/adapters/kit/registry';
import { kindOfAddress } from '@/src/core/llm/endpoint-address';
import { redact } from '@/src/core/logging/redact';
import { newChatSettings } from '@/src/core/records/chat';
import { conversation } from '@/src/core/records/message';
import type { ProblemReport } from '@/src/core/records/problem-report';
import { changedSettings } from '@/src/core/records/settings-file';
import { endpointSecrets } from '@/src/core/secrets/known-secrets';
import type { LogRow } from '@/src/schema/log-entry';
import type { Message } from '@/src/schema/message';
import { ERROR_CODES } from '@/src/schema/values/error-code';
import { EXTENSION_SETTINGS, type ExtensionSetting } from '@/src/schema/values/extension-settings';
import { settingIn } from '@/src/schema/values/managed-policy';
import { OFFERED_SETTINGS } from '@/src/schema/values/transferred-settings';
import type { StewardDatabase } from '@/src/store/db';
import { startingWith } from '@/src/store/starting-with';
import type { ConnectionStore } from '../storage/connection-store';
import { stored } from '../storage/storage-error';
import type { Chats } from './chats';

/** Most log entries, and most messages of the chat, in a report. The newest are taken. */
const MAX_EVENTS = 200;
const MAX_MESSAGES = 100;

/** Error codes in an issue: the text is part of a link, whose length is limited. */
const MAX_ISSUE_CODES = 10;

export type ProblemReports = ReturnType<typeof createProblemReports>;

/**
 * The version that a page states, if it looks like a version number. Undefined otherwise: a page can state any text, which
 * could be confidential.
 */
function shownVersion(stated: string | undefined): string | undefined {
  return stated !== undefined && /^v?\d[\w.+-]{0,30}$/.test(stated) ? stated : undefined;
}

/** Makes the contents of reports. Nothing is sent. */
export function createProblemReports(deps: {
  db: StewardDatabase;
  connections: Pick<ConnectionStore, 'endpoint'>;
  chats: Pick<Chats, 'lookAt'>;
}) {
  const { db } = deps;

  async function make(chatId: string): Promise<ProblemReport> {
    const { chat, messages, run, known, connections, pageKeys, entries, rows } = await stored(() =>
      readRows(db, chatId),
    );
    const page = chat && (await deps.chats.lookAt(chatId)).page;
    const endpoints = await Promise.all(connections.map(({ id }) => deps.connections.endpoint(id)));
    const errors = [...new Set([run?.error?.code ?? [], ...entries.map(codesIn)].flat())];
    const items = await browser.storage.local.get(null);
    const { os, arch } = await browser.runtime.getPlatformInfo();
    const versions = {
      steward: browser.runtime.getManifest().version,
      browser: navigator.userAgent,
      platform: `${os} ${arch}`,
      adapter: chat?.binding?.adapterId,
      siteVersion: page?.state === 'connected' ? shownVersion(page.siteVersion) : undefined,
    };
    const report = {
      facts: {
        format: 'steward-report',
        ...versions,
        page: page?.state,
        adapters: ADAPTER_IDS,
        settings: (Object.keys(EXTENSION_SETTINGS) as ExtensionSetting[]).flatMap((name) => {
          const row = EXTENSION_SETTINGS[name];
          const value = settingIn(name, items);
          return value === row.default ? [] : `${row.key}: ${value}`;
        }),
        chatSettings:
          chat &&
          changedSettings(OFFERED_SETTINGS, newChatSettings(), chat.settings).map(({ name, to }) =>
            // The prompt is the user's text.
            name === 'prompt' ? name : { [name]: to },
          ),
        connections: connections.map(({ baseUrl, hasKey, headerNames, waits, wire }) => ({
          ...kindOfAddress(baseUrl),
          hasKey,
          headers: headerNames.length,
          ...waits,
          wire,
        })),
        storage: await navigator.storage.estimate(),
        rows,
        errors,
        events: entries.map((entry) =>
          [new Date(entry.atMs).toISOString(), entry.level, entry.topic, ...codesIn(entry)].join(' '),
        ),
      },
      content: {
        conversation: chat && {
          messages: conversation(messages).slice(-MAX_MESSAGES).map(readable),
          error: run?.error,
        },
        pageAddress: chat?.binding,
        pageState: known?.latest ?? known?.context,
        endpoints: {
          model: chat?.settings.model,
          connections: connections.map(({ label, baseUrl }) => ({ label, baseUrl })),
        },
      },
      issue: {
        title: ['Problem', ...errors.slice(0, 1)].join(': '),
        body: [
          'What did you do, what happened, and what did you expect?\n',
          ...Object.entries({ ...versions, errors: errors.slice(0, MAX_ISSUE_CODES).join(', ') })
            .filter(([, value]) => value)
            .map((line) => line.join(': ')),
          '\nPlease attach the file that you saved.',
        ].join('\n'),
      },
    };
    const secrets = [
      ...endpoints.flatMap(endpointSecrets),
      // A report is published, so it has no value of a header, even a plain word.
      ...endpoints.flatMap(({ headers }) => Object.values(headers)),
      ...pageKeys.flatMap(({ key }) => key ?? []),
    ];
    // The detour over JSON drops undefined fields. Redaction keeps the report's shape, except that a number in `facts` may
    // become a text.
    return redact(JSON.parse(JSON.stringify(report)), secrets) as unknown as ProblemReport;
  }

  return {
    /** `chatId`: the chat that the panel shows; null if it shows none. */
    make: (chatId: string | null) => make(chatId ?? ''),
  };
}

/**
 * Reads the rows directly, so that a chat with inconsistent rows can be reported, too. `rows`: the number of rows of each
 * table.
 */
async function readRows(db: StewardDatabase, chatId: string) {
  return {
    chat: await db.chats.get(chatId),
    messages: await startingWith(db.messages, '[chatId+position]', chatId).toArray(),
    run: await startingWith(db.runs, '[chatId+startedAtMs]', chatId).last(),
    known: await db.contexts.get(chatId),
    connections: await db.connections.orderBy('createdAtMs').toArray(),
    pageKeys: await db.pageKeys.toArray(),
    entries: await db.logs.orderBy('id').reverse().limit(MAX_EVENTS).toArray(),
    rows: await Promise.all(db.tables.map(async (table) => `${table.name}: ${await table.count()}`)),
  };
}

/** The error codes in an entry. Any other value is dropped, because a page may have provided it. */
function codesIn({ data }: LogRow) {
  return ERROR_CODES.filter((code) => code === data?.code);
}

/** A message without the fields that only the database needs, so that the user can read it. */
function readable({
  id: _id,
  chatId: _chat,
  runId: _run,
  position: _place,
  discardedBy: _by,
  ...message
}: Message) {
  return message;
}
