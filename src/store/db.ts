import Dexie, { type EntityTable, type Table } from 'dexie';
import type { RestoreIntent } from '@/src/core/checkpoints/restore-intent';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import { asStored, ownSettings, underPolicy } from '@/src/core/policy/under-policy';
import { completeSettings } from '@/src/core/records/chat';
import type { IntegrityState } from '@/src/core/records/integrity-report';
import type { Approval } from '@/src/schema/approval';
import type { AuditEntry, AuditHead } from '@/src/schema/audit';
import type { Execution } from '@/src/schema/call';
import type { Chat, StoredChat } from '@/src/schema/chat';
import type { Checkpoint, KeptState } from '@/src/schema/checkpoint';
import type { StoredComposer } from '@/src/schema/composer-text';
import type { Connection } from '@/src/schema/connection';
import type { KeptImage } from '@/src/schema/image';
import type { KnownContext } from '@/src/schema/known-page';
import type { LogRow } from '@/src/schema/log-entry';
import type { Message } from '@/src/schema/message';
import type { ModelAlias } from '@/src/schema/model-alias';
import type { ModelCheck } from '@/src/schema/model-check';
import type { ObservedPage, PageStep } from '@/src/schema/observed-page';
import type { PageBinding } from '@/src/schema/page-binding';
import type { StoredPayload } from '@/src/schema/payload';
import type { StoredRun } from '@/src/schema/run';
import type { SavedPrompt } from '@/src/schema/saved-prompt';
import type { SeenPage } from '@/src/schema/seen-page';
import type { RequestPart, StoredRequest } from '@/src/schema/sent-request';
import type { Site } from '@/src/schema/site';
import type { TokenUsageEntry } from '@/src/schema/usage';
import { type ManagedPolicy, NO_POLICY } from '@/src/schema/values/managed-policy';
import type { Said } from '@/src/schema/values/said';
import type { Watch } from '@/src/schema/watch';
import { CHAT_WORD_KEY, type ChatWord, type ChatWordKey, WORD_RECENCY } from './chat-words';
import { createCommits } from './commits';
import { openRuns } from './open-runs';
import { writtenRows } from './written-rows';

/**
 * The secrets of a connection: its key, the values of its headers, and its address if that has secret segments. Only the background's
 * connection store reads and writes them; no query of the panel does.
 */
export interface ConnectionSecrets {
  connectionId: string;
  key: string | null;
  headers: Record<string, string>;
  /** The full address; missing if the connection's row has it. */
  baseUrl?: string;
}

/**
 * The user's key for the API of an admin page's server. Only the background's store of page keys reads and writes it, and
 * reports read it to remove the keys from what they contain; no query of the panel does.
 */
export interface PageKey {
  adapterId: string;
  /** `scheme://host:port` of the page: the only address that the key is sent to. */
  origin: string;
  /** Null after the server refused it. */
  key: string | null;
  /** Sentence with the reason why the server refused the last key; null if it didn't. */
  refusal: Said | null;
}

/** A random key of this browser profile. No backup, export or message contains it. */
export interface ProfileKey {
  name: string;
  key: Uint8Array;
}

/**
 * The models of an endpoint's last list. Displayed while the list is requested again. Its context windows and prices are used
 * for the figures of a chat's usage, and it decides whether a model gets images.
 */
export interface ModelList {
  connectionId: string;
  models: ModelInfo[];
}

/** A model whose endpoint refused marks for the provider's cache. */
export interface CacheRefusal {
  connectionId: string;
  model: string;
  atMs: number;
  /** The endpoint's message. */
  reason: string;
}

/**
 * The current or last run that works on a page; one row per page. The run's status decides whether it still
 * needs the page.
 */
export interface PageLease extends Pick<PageBinding, 'origin' | 'instanceId' | 'adapterId'> {
  runId: string;
}

/** A large state: its JSON in UTF-8, deflated (RFC 1951, without a header). */
export interface PackedState {
  kind: 'packed';
  deflated: Uint8Array<ArrayBuffer>;
}

/** A checkpoint's row. Only the background's checkpoint store reads `content`; it packs and unpacks it. */
export type StoredCheckpoint = Omit<Checkpoint, 'content'> & { content: KeptState | PackedState };

/** The index of calls that changed the page: call index, then the state hashes before and after. */
export const WRITE_HASHES = '[messageId+index+write.before.stateHash+leftStateHash]';

/** The index of a chat's ended runs by outcome, so that the list of chats reads few rows of runs: each holds a whole page. */
export const RUN_OUTCOMES = '[chatId+status.outcome]';

/** The index for the sizes of chat logs, which are summed without reading the large payloads. */
export const PAYLOAD_SIZES = '[chatId+size]';

/** Index of chats by their page. */
export const PLACE = '[binding.origin+binding.instanceId]';

/** Index of usage by connection and model, in the order of time. */
export const USAGE_OF_MODEL = '[connectionId+model+atMs]';

/**
 * The tables of each version of the schema, from version 1 on: those that it adds or whose indexes it changes, and null for one that it
 * removes. A version that users may have is never changed: each change of tables or of rows is part of a new version, whose upgrade
 * (see upgrades.ts) converts the rows.
 */
export const VERSIONS: readonly Readonly<Record<string, string | null>>[] = [
  {
    chats: 'id, updatedAtMs, [binding.origin+binding.instanceId]',
    messages: 'id, &[chatId+position]',
    runs: 'id, status.state, status.outcome',
    executions: 'id, chatId, messageId',
    approvals: 'id, [chatId+createdAtMs], messageId, state',
    checkpoints: 'id, &[chatId+sequence], messageId',
    usage: 'id, [chatId+atMs]',
    connections: 'id, createdAtMs',
    connectionSecrets: 'connectionId',
    modelLists: 'connectionId',
    composerTexts: 'chatId',
    sites: 'origin',
    contexts: 'chatId',
    pageLeases: '[origin+instanceId+adapterId]',
    restores: 'chatId',
    audit: 'id, origin, &[origin+sequence], executionId',
    auditHeads: 'origin',
    pages: 'page',
    pageSteps: '[page+sequence]',
    sentRequests: 'id, [chatId+atMs]',
    logs: '++id, [level+id], [id+atMs+size]',
  },
  {
    executions: `id, chatId, messageId, ${WRITE_HASHES}`,
    approvals: 'id, [chatId+createdAtMs], messageId, [messageId+state], state',
  },
  {},
  {
    cacheRefusals: '[connectionId+model]',
    chats: 'id, updatedAtMs, pinnedAtMs, deletedAtMs, [binding.origin+binding.instanceId]',
    chatWords: `${CHAT_WORD_KEY}, ${WORD_RECENCY}`,
    messages: 'id, &[chatId+position], [chatId+role+position]',
    images: 'id, [chatId+isDraft]',
    integrity: 'id',
    modelAliases: 'name',
    pageKeys: '[adapterId+origin], origin',
    payloads: `++id, [chatId+id], ${PAYLOAD_SIZES}`,
    requestParts: '[chatId+hash], chatId',
    runs: `id, status.state, isOpen, [chatId+startedAtMs], ${RUN_OUTCOMES}`,
    usage: 'id, [chatId+atMs], [chatId+position]',
  },
  { images: null, chatImages: '[chatId+id], id' },
  { savedPrompts: 'name' },
  { usage: `id, [chatId+atMs], [chatId+position], ${USAGE_OF_MODEL}`, profileKeys: 'name' },
  {},
  { modelChecks: '[connectionId+model]' },
  {
    seenPages: '[adapterId+origin+instanceId], origin',
    watches: '[adapterId+origin+instanceId], origin',
  },
];

/** The database schema. The background writes; the panel reads, through queries.ts. */
export class StewardDatabase extends Dexie {
  declare chats: Table<Chat, string, StoredChat>;
  declare messages: EntityTable<Message, 'id'>;
  declare runs: EntityTable<StoredRun, 'id'>;
  declare executions: EntityTable<Execution, 'id'>;
  declare approvals: EntityTable<Approval, 'id'>;
  declare checkpoints: EntityTable<StoredCheckpoint, 'id'>;
  declare usage: EntityTable<TokenUsageEntry, 'id'>;
  declare connections: EntityTable<Connection, 'id'>;
  declare connectionSecrets: EntityTable<ConnectionSecrets, 'connectionId'>;
  declare pageKeys: Table<PageKey, [adapterId: string, origin: string]>;
  declare profileKeys: EntityTable<ProfileKey, 'name'>;
  declare modelLists: EntityTable<ModelList, 'connectionId'>;
  declare modelAliases: EntityTable<ModelAlias, 'name'>;
  declare savedPrompts: EntityTable<SavedPrompt, 'name'>;
  declare cacheRefusals: Table<CacheRefusal, [connectionId: string, model: string]>;
  declare modelChecks: Table<ModelCheck, [connectionId: string, model: string]>;
  declare composerTexts: EntityTable<StoredComposer, 'chatId'>;
  declare chatImages: Table<KeptImage, [chatId: string, id: string]>;
  declare sites: EntityTable<Site, 'origin'>;
  declare contexts: Table<KnownContext, string>;
  declare pageLeases: Table<PageLease, [origin: string, instanceId: string, adapterId: string]>;
  declare restores: EntityTable<RestoreIntent, 'chatId'>;
  /** Append-only. Only the background's audit journal writes it, together with its head. */
  declare audit: EntityTable<AuditEntry, 'id'>;
  declare auditHeads: EntityTable<AuditHead, 'origin'>;
  declare pages: EntityTable<ObservedPage, 'page'>;
  declare pageSteps: Table<PageStep, [string, number]>;
  declare seenPages: Table<SeenPage, [adapterId: string, origin: string, instanceId: string]>;
  declare watches: Table<Watch, [adapterId: string, origin: string, instanceId: string]>;
  declare sentRequests: EntityTable<StoredRequest, 'id'>;
  declare requestParts: Table<RequestPart, [chatId: string, hash: string]>;
  declare payloads: EntityTable<StoredPayload, 'id', Omit<StoredPayload, 'id'>>;
  /** The findings of the database's checks; one row. */
  declare integrity: EntityTable<IntegrityState, 'id'>;
  declare logs: EntityTable<LogRow, 'id'>;
  /** The words by which chats are found; see chat-words.ts. */
  declare chatWords: Table<ChatWord, ChatWordKey>;

  readonly commits = createCommits();

  /** The organisation's policy, under which chats are read; set before the first reading. */
  policy: ManagedPolicy = NO_POLICY;

  /** `declare`: declares the versions of the schema, with or without upgrades from the earlier ones. */
  constructor(name: string, declare: (db: Dexie) => void) {
    super(name);
    this.use(this.commits.middleware);
    this.use(openRuns);
    this.use(writtenRows('chats', asStored));
    declare(this);
    this.chats.hook('reading', (chat) => this.readChat(chat));
    // The browser closes a database that is deleted, e.g. with the site data; Dexie then opens an empty one.
    this.on('close', () => this.commits.forget());
  }

  /**
   * Completes the settings in a row of a build that had fewer, and applies the organisation's policy to them. A damaged row without
   * settings stays readable, so that only its own chat fails.
   */
  readChat<Row extends Partial<Chat> | undefined>(chat: Row): Row {
    if (chat?.settings == null) return chat;
    return { ...chat, settings: underPolicy(completeSettings(ownSettings(chat.settings)), this.policy) };
  }
}

export const DATABASE_NAME = 'steward';
