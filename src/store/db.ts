import Dexie, { type EntityTable, type Table } from 'dexie';
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
import type { OwnWrites } from '@/src/core/records/known-page';
import type { Message, TokenCounts } from '@/src/core/records/message';
import type { HistoryPlace, ObservedPage, PageStep } from '@/src/core/records/observed-page';
import type { Execution, Run } from '@/src/core/records/run';
import type { SentRequest } from '@/src/core/records/sent-request';

/** An OpenAI-compatible endpoint. Its key lies apart. */
export interface Connection {
  id: string;
  label: string;
  /**
   * As it may be shown: up to and including the version, without a slash at the end, e.g. `http://127.0.0.1:8787/v1`.
   * Secret segments are hidden (core/secrets/secret-address); the whole address lies with the key then.
   */
  baseUrl: string;
  hasKey: boolean;
  /** Names of the extra headers; their values lie with the key. */
  headerNames: string[];
  createdAtMs: number;
  /** Left out where the user set none. */
  waits?: EndpointWaits;
}

/** Key, header values, and an address that is secret. Read and written by the background's connection store alone; no query for the panel touches it. */
export interface ConnectionSecrets {
  connectionId: string;
  key: string | null;
  headers: Record<string, string>;
  /** The whole address, if the connection's row has it with hidden segments. */
  baseUrl?: string;
}

/** The models that an endpoint listed last: shown while they are asked for again, never used in their place. */
export interface ModelList {
  connectionId: string;
  models: ModelInfo[];
  fetchedAtMs: number;
}

/** What the user is writing in a chat, as it was kept last. */
export interface ComposerText {
  chatId: string;
  text: string;
}

/** A site on which the user made access lasting. The browser's permission is what counts; this tells it apart from an endpoint's. */
export interface Site {
  /** `scheme://host:port`. */
  origin: string;
  addedAtMs: number;
  /** Off: the permission stays, Steward keeps out. */
  isOn: boolean;
}

/** Raw usage, one row per request (ledger E-062). Every figure shown is computed from these. */
export interface Usage {
  id: string;
  chatId: string;
  runId: string;
  messageId: string;
  atMs: number;
  model: string;
  /** Null if the endpoint did not report them. */
  counts: TokenCounts | null;
  /** The endpoint's own object, as it came; null if there was none. */
  raw: Json | null;
}

/** The page's context as Steward last knew it, one row per chat: what the next message's changes are told against. */
export interface KnownContext {
  chatId: string;
  context: Json;
  atMs: number;
  /** Where the page's history stood when `context` was read. */
  at: HistoryPlace;
  /** The page as the chat's own writes left it since; null if there were none. */
  own: OwnWrites | null;
  /** What was changed on the page since, each entry stamped when it was first seen; the page's present state has the last word. */
  seen: Change[];
  /** Changes that the context no longer shows but the model was never told; they go out with the next message or request. */
  carried: Change[];
  /** The page as it was seen last, if it was looked at since: what a reload may lose. Goes with the row's next renewal. */
  latest?: Json;
}

/** The run that works on a page, or did so last; one row per page. Which run still needs its page follows from its status. */
export interface PageLease extends Pick<PageBinding, 'origin' | 'instanceId' | 'adapterId'> {
  runId: string;
}

/** A whole state that is large: its JSON in UTF-8, deflated (RFC 1951, without a header). */
export interface PackedState {
  kind: 'packed';
  deflated: Uint8Array<ArrayBuffer>;
}

/** A checkpoint's row. The background's checkpoint store packs and unpacks; nobody else reads `content`. */
export type StoredCheckpoint = Omit<Checkpoint, 'content'> & { content: KeptState | PackedState };

/** The index of calls that changed the page: place in the response, state hashes before and after. */
export const WRITE_HASHES = '[messageId+index+write.before.stateHash+leftStateHash]';

/** The one definition of the database. The background writes; the panel reads, through queries.ts. */
export class StewardDatabase extends Dexie {
  declare chats: EntityTable<Chat, 'id'>;
  declare messages: EntityTable<Message, 'id'>;
  declare runs: EntityTable<Run, 'id'>;
  declare executions: EntityTable<Execution, 'id'>;
  declare approvals: EntityTable<Approval, 'id'>;
  declare checkpoints: EntityTable<StoredCheckpoint, 'id'>;
  declare usage: EntityTable<Usage, 'id'>;
  declare connections: EntityTable<Connection, 'id'>;
  declare connectionSecrets: EntityTable<ConnectionSecrets, 'connectionId'>;
  declare modelLists: EntityTable<ModelList, 'connectionId'>;
  declare composerTexts: EntityTable<ComposerText, 'chatId'>;
  declare sites: EntityTable<Site, 'origin'>;
  declare contexts: Table<KnownContext, string>;
  declare pageLeases: Table<PageLease, [origin: string, instanceId: string, adapterId: string]>;
  declare restores: EntityTable<RestoreIntent, 'chatId'>;
  /** Append-only; written by the background's audit journal alone, along with its head. */
  declare audit: EntityTable<AuditEntry, 'id'>;
  declare auditHeads: EntityTable<AuditHead, 'origin'>;
  declare pages: EntityTable<ObservedPage, 'page'>;
  declare pageSteps: Table<PageStep, [string, number]>;
  declare sentRequests: EntityTable<SentRequest, 'id'>;
  declare logs: EntityTable<LogRow, 'id'>;

  constructor(name: string) {
    super(name);
    // Each change of the schema adds a version with the tables that it changes.
    this.version(1).stores({
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
    });
    this.version(2).stores({
      executions: `id, chatId, messageId, ${WRITE_HASHES}`,
      approvals: 'id, [chatId+createdAtMs], messageId, [messageId+state], state',
    });
  }
}

/** The database's name in the extension's origin. */
export const DATABASE_NAME = 'steward';
