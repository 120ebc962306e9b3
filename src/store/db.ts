import Dexie, { type EntityTable, type Table, type Transaction } from 'dexie';
import type { AuditHead } from '@/src/core/audit/audit-chain';
import type { RestoreIntent } from '@/src/core/checkpoints/restore-intent';
import type { Json } from '@/src/core/json';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import type { LogRow } from '@/src/core/logging/log-entry';
import type { Approval } from '@/src/core/records/approval';
import type { AuditEntry } from '@/src/core/records/audit-entry';
import type { Change } from '@/src/core/records/change';
import type { Chat, PageBinding } from '@/src/core/records/chat';
import type { Checkpoint, KeptState } from '@/src/core/records/checkpoint';
import type { EndpointWaits } from '@/src/core/records/endpoint';
import type { KeptImage } from '@/src/core/records/image';
import type { IntegrityState } from '@/src/core/records/integrity-report';
import type { OwnWrites } from '@/src/core/records/known-page';
import type { Message } from '@/src/core/records/message';
import type { ModelAlias } from '@/src/core/records/model-alias';
import type { HistoryPlace, ObservedPage, PageStep } from '@/src/core/records/observed-page';
import type { Payload } from '@/src/core/records/payload';
import type { Execution } from '@/src/core/records/run';
import type { RequestPart, StoredRequest } from '@/src/core/records/sent-request';
import type { TokenUsageEntry } from '@/src/core/records/token-usage';
import { CHAT_WORD_KEY, type ChatWord, type ChatWordKey, WORD_RECENCY } from './chat-words';
import { type MessageWriteListener, messageWrites } from './message-writes';
import { markOpenRuns, type StoredRun } from './open-runs';
import { addressImages, completeRows, renameStoredWords, renameUsage } from './upgrades';

/** An OpenAI-compatible endpoint. Its key is stored separately. */
export interface Connection {
  id: string;
  label: string;
  /**
   * For display: up to and including the version, without a trailing slash, e.g. `http://127.0.0.1:8787/v1`.
   * Secret segments are hidden (core/secrets/secret-address); the full address is then stored with the key.
   */
  baseUrl: string;
  hasKey: boolean;
  /** Names of the extra headers; their values are stored with the key. */
  headerNames: string[];
  createdAtMs: number;
  /** Undefined if the user set none. */
  waits?: EndpointWaits;
}

/**
 * Key, header values, and a secret address. Only the background's connection store reads and writes it; no
 * query of the panel does.
 */
export interface ConnectionSecrets {
  connectionId: string;
  key: string | null;
  headers: Record<string, string>;
  /** The full address, if the connection's row has hidden segments. */
  baseUrl?: string;
}

/**
 * The user's key for the API of an admin page's server. Only the background's store of page keys reads and writes it; no
 * query of the panel does.
 */
export interface PageKey {
  adapterId: string;
  /** `scheme://host:port` of the page: the only address that the key is sent to. */
  origin: string;
  /** Null after the server refused it. */
  key: string | null;
  /** The sentence that tells why the server refused the last key; null if it didn't. */
  refusal: string | null;
}

/**
 * The models of an endpoint's last list. Displayed while the list is requested again; its context windows and prices are used
 * for the figures of a chat's usage. Never used for anything else.
 */
export interface ModelList {
  connectionId: string;
  models: ModelInfo[];
  fetchedAtMs: number;
}

/** A model whose endpoint refused marks for the provider's cache. */
export interface CacheRefusal {
  connectionId: string;
  model: string;
  atMs: number;
  /** The endpoint's message. */
  reason: string;
}

/** Content of a chat's composer, as last stored. No row is kept for an empty one. */
export interface ComposerText {
  chatId: string;
  text: string;
  /** Of its images, in the order in which they were added. */
  imageIds: string[];
}

/**
 * A site to which the user granted lasting access. The browser's permission decides; this row distinguishes
 * it from an endpoint's.
 */
export interface Site {
  /** `scheme://host:port`. */
  origin: string;
  addedAtMs: number;
  /** False: the permission stays, but Steward doesn't access the site. */
  isOn: boolean;
}

/**
 * The last known context of the page, one row per chat. The next message's changes are computed against it.
 */
export interface KnownContext {
  chatId: string;
  context: Json;
  atMs: number;
  /** Position in the page's history at which `context` was read. */
  at: HistoryPlace;
  /** The page's state as left by the chat's own writes since; null if there were none. */
  own: OwnWrites | null;
  /**
   * Changes seen on the page since, each with the time at which it was first seen. The page's current state
   * decides which still hold.
   */
  seen: Change[];
  /**
   * Unreported changes that the context no longer shows. They are reported with the next message or request.
   */
  carried: Change[];
  /**
   * The page's last context, if it was read since: contains what a reload may lose. Removed when the row is
   * replaced.
   */
  latest?: Json;
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

/** A payload of the session log; ids increase in the order of storing. `size`: characters of its data as JSON. */
export type StoredPayload = Payload & { id: number; size: number };

/** The index of calls that changed the page: call index, then the state hashes before and after. */
export const WRITE_HASHES = '[messageId+index+write.before.stateHash+leftStateHash]';

/** The index of a chat's ended runs by outcome: the list of chats reads few rows of runs, which hold whole pages. */
export const RUN_OUTCOMES = '[chatId+status.outcome]';

/** The index for the sizes of session logs: payloads are large, and no row is read for a sum. */
export const PAYLOAD_SIZES = '[chatId+size]';

interface SchemaVersion {
  /** The tables that it adds or whose indexes it changes; null for one that it removes. */
  stores: Record<string, string | null>;
  upgrade: ((transaction: Transaction) => Promise<void>) | null;
}

/**
 * The versions of the schema, from version 1 on. A version that users may have is never changed: each change of tables or of rows is
 * part of a new version, whose upgrade converts the rows.
 */
export const SCHEMA_VERSIONS: readonly SchemaVersion[] = [
  {
    stores: {
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
    upgrade: null,
  },
  {
    stores: {
      executions: `id, chatId, messageId, ${WRITE_HASHES}`,
      approvals: 'id, [chatId+createdAtMs], messageId, [messageId+state], state',
    },
    upgrade: null,
  },
  { stores: {}, upgrade: renameStoredWords },
  {
    stores: {
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
    upgrade: renameUsage,
  },
  {
    stores: { images: null, chatImages: '[chatId+id], id' },
    async upgrade(transaction) {
      await completeRows(transaction);
      await addressImages(transaction);
    },
  },
];

/** Declares these versions, which are the first ones, for a database that isn't open yet. */
export function declareVersions(db: Dexie, versions: readonly SchemaVersion[]): void {
  for (const [index, { stores, upgrade }] of versions.entries()) {
    const version = db.version(index + 1).stores(stores);
    if (upgrade !== null) version.upgrade(upgrade);
  }
}

/** The database schema. The background writes; the panel reads, through queries.ts. */
export class StewardDatabase extends Dexie {
  declare chats: EntityTable<Chat, 'id'>;
  declare messages: EntityTable<Message, 'id'>;
  declare runs: EntityTable<StoredRun, 'id'>;
  declare executions: EntityTable<Execution, 'id'>;
  declare approvals: EntityTable<Approval, 'id'>;
  declare checkpoints: EntityTable<StoredCheckpoint, 'id'>;
  declare usage: EntityTable<TokenUsageEntry, 'id'>;
  declare connections: EntityTable<Connection, 'id'>;
  declare connectionSecrets: EntityTable<ConnectionSecrets, 'connectionId'>;
  declare pageKeys: Table<PageKey, [adapterId: string, origin: string]>;
  declare modelLists: EntityTable<ModelList, 'connectionId'>;
  declare modelAliases: EntityTable<ModelAlias, 'name'>;
  declare cacheRefusals: Table<CacheRefusal, [connectionId: string, model: string]>;
  declare composerTexts: EntityTable<ComposerText, 'chatId'>;
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
  declare sentRequests: EntityTable<StoredRequest, 'id'>;
  declare requestParts: Table<RequestPart, [chatId: string, hash: string]>;
  declare payloads: EntityTable<StoredPayload, 'id', Omit<StoredPayload, 'id'>>;
  /** The findings of the database's checks; one row. */
  declare integrity: EntityTable<IntegrityState, 'id'>;
  declare logs: EntityTable<LogRow, 'id'>;
  /** The words by which chats are found; see chat-words.ts. */
  declare chatWords: Table<ChatWord, ChatWordKey>;

  private readonly messageWriteListeners: MessageWriteListener[] = [];

  constructor(name: string) {
    super(name);
    this.use(
      messageWrites((write) => {
        for (const listener of this.messageWriteListeners) listener(write);
      }),
    );
    declareVersions(this, SCHEMA_VERSIONS);
    markOpenRuns(this.runs);
  }

  /** From now on, `listener` is called with each write of a message through this object. */
  onMessageWrite(listener: MessageWriteListener): void {
    this.messageWriteListeners.push(listener);
  }
}

/** The database's name in the extension's origin. */
export const DATABASE_NAME = 'steward';
