import Dexie from 'dexie';
import { requestsOf } from '@/src/core/checkpoints/checkpoint-label';
import { listedCheckpoints } from '@/src/core/checkpoints/is-listed';
import type { OnProgress } from '@/src/core/each-percent';
import { joinRequest, partHashes } from '@/src/core/history/request-parts';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import { samePage } from '@/src/core/records/chat';
import type { IntegrityReport } from '@/src/core/records/integrity-report';
import { conversation } from '@/src/core/records/message';
import { type CutPrompt, cutPrompt } from '@/src/core/usage/cut-prompt';
import { withEnteredPrices } from '@/src/core/usage/entered-prices';
import type { PricedUsage } from '@/src/core/usage/usage-by-day';
import type { Target } from '@/src/schema/chat';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { Connection } from '@/src/schema/connection';
import type { KeptImage } from '@/src/schema/image';
import type { Message, UserMessage } from '@/src/schema/message';
import type { ModelAlias } from '@/src/schema/model-alias';
import type { ModelCheck } from '@/src/schema/model-check';
import type { SavedPrompt } from '@/src/schema/saved-prompt';
import type { SentRequest, StoredRequest } from '@/src/schema/sent-request';
import type { TokenUsageEntry } from '@/src/schema/usage';
import type { JsonObject } from '@/src/schema/values/json';
import type { ManagedPolicy } from '@/src/schema/values/managed-policy';
import { createAuditReader } from './audit-rows';
import { type Rescue, rescueBackup, writeBackup } from './backup';
import { type ChatExport, exportedChat } from './chat-export';
import { createChatListReader } from './chat-list';
import { type ChatLogSize, chatLogSizes } from './chat-log-sizes';
import { type ChatReader, createChatReader } from './chat-view';
import {
  type CacheRefusal,
  DATABASE_NAME,
  type ModelList,
  StewardDatabase,
  USAGE_OF_MODEL,
  VERSIONS,
} from './db';
import { createLogReader } from './log-reader';
import { membersOf } from './members-of';
import { type OtherHolder, readPageHolder } from './page-holder';
import { byAnswer, changesOf, type SiteChange } from './site-changes';
import { createSiteCheckReader } from './site-checks';
import { createSiteReader } from './site-reader';
import { startingWith } from './starting-with';
import { toStorageError } from './storage-error';

export type { Rescue } from './backup';
export type { FirstChats, ListedChat, UnfinishedChat } from './chat-list';
export type { ChatLogSize } from './chat-log-sizes';
export { type ChatUsage, chatUsage, type ModelTarget, type ShownCost, type UsageGroup } from './chat-usage';
export type { ChatView, Landmarks, MessageBatch, UnansweredRun, ViewStart } from './chat-view';
export type { ListedLine } from './log-reader';
export type { OtherHolder } from './page-holder';
export type { SiteChange } from './site-changes';
export type { SiteView } from './site-parts';

/** True once the stored database turned out to be of an earlier version. */
let isEarlier = false;

/**
 * The panel's only access to the database, read-only. Only the background writes. It declares the newest version alone: Dexie parses all
 * versions again for each one that is declared.
 */
const db = new StewardDatabase(DATABASE_NAME, (declared) =>
  declared
    .version(VERSIONS.length)
    .stores(Object.assign({}, ...VERSIONS))
    .upgrade(() => {
      isEarlier = true;
      throw new Error('The database is of an earlier version.');
    }),
);

/** Opens the database, after an upgrade if it is of an earlier version. Rejects with `storage`. */
export async function openDatabase(): Promise<void> {
  try {
    await db.open().catch(async (error: unknown) => {
      if (!isEarlier) throw error;
      const { createDatabase } = await import('./upgrades');
      const upgraded = createDatabase(DATABASE_NAME);
      await upgraded.open();
      upgraded.close();
      await db.open();
    });
  } catch (error) {
    throw toStorageError(error);
  }
}

/** Sets the policy under which chats are read from now on. */
export function readUnder(policy: ManagedPolicy): void {
  db.policy = policy;
}

export const audits = createAuditReader(db);

export const log = createLogReader(db);

/** The list of chats, and the search in it. */
export const chatList = createChatListReader(db);

const chatReader = createChatReader(db);

/** The chat as {@link ChatReader.view} reads it. Run it inside a live query. */
export const chatView = chatReader.view;

/** The messages of a chat, in batches. */
export const chatMessages: Omit<ChatReader, 'view'> = chatReader;

/** The other chat that works on this chat's page; null if none does. Run it inside a live query. */
export function pageHolderOf(chatId: string): Promise<OtherHolder | null> {
  return readPageHolder(db, chatId, Date.now());
}

/** True if the chat has a message of the user with this text, in the conversation or queued, that is not older than this time. */
export async function hasTaken(chatId: string, text: string, sinceMs: number): Promise<boolean> {
  const queued = (await db.chats.get(chatId))?.pendingMessage ?? null;
  const [newest] = await chatReader.userMessages(chatId, 1);
  return [
    { text: queued?.text, atMs: queued?.queuedAtMs },
    { text: newest?.content, atMs: newest?.createdAtMs },
  ].some((taken) => taken.text === text.trim() && taken.atMs !== undefined && taken.atMs >= sinceMs);
}

/** A message of the user, also one that was set aside; null if it was deleted with its chat. */
export async function userMessage(id: string): Promise<UserMessage | null> {
  const message = await db.messages.get(id);
  return message?.role === 'user' ? message : null;
}

export interface ListedCheckpoint extends CheckpointEntry {
  /** The user's message that began its run; null if there is none. */
  request: string | null;
  /** Result data of all successful calls of the chat, by execution id; empty for a result without data. */
  results: ReadonlyMap<string, JsonObject>;
}

export interface CheckpointList<Entry extends CheckpointEntry = CheckpointEntry> {
  /**
   * Newest first: the chat's start, and those whose response or rollback is part of the conversation. The checkpoints of messages that a
   * rollback set aside return when that rollback is undone.
   */
  entries: Entry[];
  /** In the same way, the checkpoints of pages that the chat was bound to before. They can't be restored on its present page. */
  elsewhere: Entry[];
  /** Number of checkpoints that were deleted, because of the chat's limit or to free space. */
  deletedCount: number;
}

/** The chat's checkpoints. Its time depends on their number, not on the chat's length. */
export function checkpointsOf(chatId: string): Promise<CheckpointList> {
  return db.transaction('r', [db.chats, db.checkpoints, db.messages], async () => {
    const rows = await startingWith(db.checkpoints, '[chatId+sequence]', chatId).reverse().toArray();
    const [chat, responses, rollbacks] = await Promise.all([
      db.chats.get(chatId),
      db.messages.bulkGet(rows.flatMap(({ messageId }) => messageId ?? [])),
      startingWith(db.messages, '[chatId+role+position]', chatId, 'rollback').toArray(),
    ]);
    const kept = conversation([...responses.flatMap((response) => response ?? []), ...rollbacks]);
    const listed = listedCheckpoints(rows, kept);
    const binding = chat?.binding ?? null;
    const [newest] = rows;
    return {
      entries: listed.filter((checkpoint) => samePage(checkpoint.page, binding)),
      elsewhere: listed.filter((checkpoint) => !samePage(checkpoint.page, binding)),
      // Deleted checkpoints leave a gap.
      deletedCount: newest === undefined ? 0 : newest.sequence + 1 - rows.length,
    };
  });
}

/**
 * The newest changes of a chat about several sites that can be undone, by answer, the newest first; of an answer by site, in the chat's
 * order. Those of sites that the chat is no longer about come last.
 */
export function siteChanges(chatId: string): Promise<SiteChange[][]> {
  return db.transaction('r', [db.chats, db.checkpoints, db.messages, db.runs], async () => {
    const { targets } = { ...(await db.chats.get(chatId)) };
    if (targets === undefined) return [];
    const members = await membersOf(db, chatId).toArray();
    const others = members.filter(({ id }) => !targets.some((site) => site.chatId === id));
    const sites = [...targets, ...others.map(({ id, title }) => ({ name: title, chatId: id }))];
    const of = async (site: Target) => changesOf(db, site, (await checkpointsOf(site.chatId)).entries);
    return byAnswer((await Promise.all(sites.map(of))).flat());
  });
}

export const siteChecks = createSiteCheckReader(db);

/**
 * The chat's checkpoints with the user's messages that they are named after, and the result data that shows the effect
 * of the calls. Reads all of the user's messages and all results of the chat.
 */
export function namedCheckpointsOf(chatId: string): Promise<CheckpointList<ListedCheckpoint>> {
  return db.transaction('r', [db.chats, db.checkpoints, db.messages], async () => {
    const ofRole = (role: Message['role']) =>
      startingWith(db.messages, '[chatId+role+position]', chatId, role).toArray();
    const [list, asked, tools] = await Promise.all([checkpointsOf(chatId), ofRole('user'), ofRole('tool')]);
    // A result without data has no effect to show.
    const results = new Map(
      tools.flatMap((row) =>
        row.role === 'tool' && row.result.success ? [[row.executionId, row.result.data ?? {}]] : [],
      ),
    );
    const requestOf = requestsOf(asked);
    const named = (entry: CheckpointEntry) => ({ ...entry, request: requestOf(entry), results });
    return { ...list, entries: list.entries.map(named), elsewhere: list.elsewhere.map(named) };
  });
}

/** All connections, oldest first; without keys. */
export async function connections(): Promise<Connection[]> {
  return db.connections.orderBy('createdAtMs').toArray();
}

/** An alias with its connection; null if that was deleted. */
export interface ListedAlias extends ModelAlias {
  connection: Connection | null;
}

/** The model aliases, sorted by name. */
export async function modelAliases(): Promise<ListedAlias[]> {
  return db.transaction('r', [db.modelAliases, db.connections], async () => {
    const connections = new Map(
      (await db.connections.toArray()).map((connection) => [connection.id, connection]),
    );
    const aliases = await db.modelAliases.orderBy('name').toArray();
    return aliases.map((alias) => ({ ...alias, connection: connections.get(alias.connectionId) ?? null }));
  });
}

/** The user's saved prompts, sorted by name. */
export function savedPrompts(): Promise<SavedPrompt[]> {
  return db.savedPrompts.orderBy('name').toArray();
}

/** The endpoint's last model list, for display while it is requested again; null if there is none. */
export async function lastModelList(connectionId: string): Promise<ModelList | null> {
  return (await db.modelLists.get(connectionId)) ?? null;
}

/** The newest check of each model of a connection. */
export async function modelChecks(connectionId: string): Promise<ModelCheck[]> {
  return startingWith(db.modelChecks, '[connectionId+model]', connectionId).toArray();
}

/** The models of a connection with their prices: the user's, otherwise those of the endpoint's last list. Empty if there are neither. */
export async function pricedModels(connectionId: string): Promise<ModelInfo[]> {
  const [connection, list] = await Promise.all([
    db.connections.get(connectionId),
    db.modelLists.get(connectionId),
  ]);
  return withEnteredPrices(list?.models ?? [], connection?.prices ?? []);
}

/** The requests of all chats since a time. Lacks those of older versions, which have no connection. */
export async function usageSince(sinceMs: number): Promise<PricedUsage[]> {
  const found: PricedUsage[] = [];
  const listed = new Map<string, readonly ModelInfo[]>();
  const index = db.usage.where(USAGE_OF_MODEL);
  let next = await db.usage.orderBy(USAGE_OF_MODEL).first();
  // Each step skips the earlier requests of a model: there is no index by time alone.
  while (next?.connectionId !== undefined) {
    const { connectionId, model } = next;
    // A list may have thousands of models, so it is read once for each connection.
    const models = listed.get(connectionId) ?? (await pricedModels(connectionId));
    listed.set(connectionId, models);
    const prices = models.find(({ id }) => id === model)?.prices ?? null;
    const rows = await index
      .between([connectionId, model, sinceMs], [connectionId, model, Dexie.maxKey])
      .toArray();
    found.push(...rows.filter(({ isCopied }) => isCopied !== true).map((row) => ({ ...row, prices })));
    next = await index.above([connectionId, model, Dexie.maxKey]).first();
  }
  return found;
}

/** The raw usage of each of the chat's requests from a position on, in the order of the conversation. */
export async function tokenUsageHistory(chatId: string, from: number): Promise<TokenUsageEntry[]> {
  return db.usage
    .where('[chatId+position]')
    .between([chatId, from], [chatId, Infinity], true, false)
    .toArray();
}

/** The prompt that a model's endpoint cut, by the newest 100 requests in all chats; null if none shows it. */
export async function cutPromptOf(connectionId: string, model: string): Promise<CutPrompt | null> {
  const rows = startingWith(db.usage, USAGE_OF_MODEL, connectionId, model).reverse().limit(100);
  return cutPrompt((await rows.toArray()).reverse());
}

/** The stored composer text of a chat; empty if there is none. */
export async function composerTextOf(chatId: string): Promise<string> {
  // No row is kept for an empty composer.
  return (await db.composerTexts.get(chatId))?.text ?? '';
}

export const { siteMark, sites, watchablePages } = createSiteReader(db);

/** True if the chat keeps its payloads; false also if there is no such chat. */
export async function keepsPayloads(chatId: string): Promise<boolean> {
  return (await db.chats.get(chatId))?.settings.keepsSessionLog === true;
}

/** The text of a backup; see {@link writeBackup}. */
export async function backupText(nowMs: number, onRows: OnProgress): Promise<string> {
  return (await writeBackup(db, nowMs, onRows)).join('');
}

/** The readable part of data that can't be opened; see {@link rescueBackup}. */
export function rescuedBackup(nowMs: number): Promise<Rescue> {
  return rescueBackup(DATABASE_NAME, nowMs);
}

/** Numbers and sizes of what the user may delete to free space. */
export async function freeableRows(): Promise<{
  requests: number;
  checkpoints: number;
  chatLogs: ChatLogSize[];
}> {
  const [requests, parts, checkpoints, chatLogs] = await Promise.all([
    db.sentRequests.count(),
    db.requestParts.count(),
    db.checkpoints.count(),
    chatLogSizes(db),
  ]);
  return { requests: requests + parts, checkpoints, chatLogs };
}

/** The findings of the database's checks, until the user has acknowledged them; null if there are none. */
export async function unseenFindings(): Promise<IntegrityReport | null> {
  return (await db.integrity.get('state'))?.unseen ?? null;
}

/** A chat as it is exported; null if there is none with this id. */
export async function exportChat(chatId: string, exportedAtMs: number): Promise<ChatExport | null> {
  return exportedChat(db, chatId, exportedAtMs);
}

/** The chat's last requests, newest first; their messages, tools and texts by hash. */
export async function sentRequestsOf(chatId: string): Promise<StoredRequest[]> {
  return startingWith(db.sentRequests, '[chatId+atMs]', chatId).reverse().toArray();
}

/** A sent request with its contents; null if it is no longer kept. */
export async function sentRequest(id: string): Promise<SentRequest | null> {
  return db.transaction('r', [db.sentRequests, db.requestParts], async () => {
    const row = await db.sentRequests.get(id);
    if (row === undefined) return null;
    const keys = [...new Set(partHashes(row))].map((hash): [string, string] => [row.chatId, hash]);
    const parts = await db.requestParts.bulkGet(keys);
    return joinRequest(
      row,
      parts.flatMap((part) => part ?? []),
    );
  });
}

/** The system prompt of a run's newest kept request, which may be empty; null if none is kept. */
export async function systemPromptOf(chatId: string, runId: string): Promise<string | null> {
  const requests = await sentRequestsOf(chatId);
  const newest = requests.find((request) => request.runId === runId && request.kind === 'response');
  const whole = newest === undefined ? null : await sentRequest(newest.id);
  if (whole === null) return null;
  const first = whole.messages[0];
  return first?.role === 'system' ? first.content : '';
}

/** The refusal of cache marks by a model's endpoint; null if it has refused none. */
export async function cacheRefusalOf(connectionId: string, model: string): Promise<CacheRefusal | null> {
  return (await db.cacheRefusals.get([connectionId, model])) ?? null;
}

/** The images of the message in a chat's composer, oldest first. */
export async function composerImages(chatId: string): Promise<KeptImage[]> {
  // No row is kept for an empty composer.
  const ids = (await db.composerTexts.get(chatId))?.imageIds ?? [];
  const rows = await db.chatImages.bulkGet(ids.map((id): [string, string] => [chatId, id]));
  return rows.flatMap((row) => row ?? []);
}

/** A stored image with its data; null if there is none. */
export async function imageById(id: string): Promise<KeptImage | null> {
  return (await db.chatImages.where('id').equals(id).first()) ?? null;
}

/** True if a model takes images, by its endpoint's last list; null if the list doesn't say. */
export async function listedTakesImages(connectionId: string, model: string): Promise<boolean | null> {
  const list = await db.modelLists.get(connectionId);
  return list?.models.find(({ id }) => id === model)?.takesImages ?? null;
}
