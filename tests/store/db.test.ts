import Dexie from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { newChatSettings } from '@/src/core/records/chat';
import { chatSettingsSchema } from '@/src/schema/chat-settings';
import { CHAT_WORD_KEY } from '@/src/store/chat-words';
import { RUN_OUTCOMES, type StewardDatabase, VERSIONS, WRITE_HASHES } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { keptRequests } from '../fakes/kept-requests';

const NAME = 'schema';

/** Tables with their keys and indexes in Dexie's syntax: `&` unique, `++` auto-incremented. */
function shapeOf(db: Dexie): Record<string, string> {
  return Object.fromEntries(
    db.tables
      .map(({ name, schema }): [string, string] => [
        name,
        [schema.primKey.src, ...schema.indexes.map((index) => index.src).sort()].join(', '),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

describe('the database', () => {
  let db: StewardDatabase;

  afterEach(async () => {
    db.close();
    await Dexie.delete(NAME);
  });

  /**
   * Stores rows as a build with this version of the schema, each table's after its indexes, and opens the
   * database today.
   */
  async function upgradeFrom(version: number, tables: Record<string, [indexes: string, ...rows: object[]]>) {
    const before = new Dexie(NAME);
    const stores = Object.entries(tables).map(([name, [indexes]]) => [name, indexes]);
    before.version(version).stores(Object.fromEntries(stores));
    for (const [name, [, ...rows]] of Object.entries(tables)) await before.table(name).bulkAdd(rows);
    before.close();
    db = createDatabase(NAME);
  }

  it('has version 10 of its schema: each change adds a version, and its migration test here', async () => {
    db = createDatabase(NAME);
    await db.open();
    expect(db.verno).toBe(10);
    expect(shapeOf(db)).toMatchInlineSnapshot(`
      {
        "approvals": "id, [chatId+createdAtMs], [messageId+state], messageId, state",
        "audit": "id, &[origin+sequence], executionId, origin",
        "auditHeads": "origin",
        "cacheRefusals": "[connectionId+model]",
        "chatImages": "[chatId+id], id",
        "chatWords": "[chatId+word+field], [word+recency]",
        "chats": "id, [binding.origin+binding.instanceId], deletedAtMs, pinnedAtMs, updatedAtMs",
        "checkpoints": "id, &[chatId+sequence], messageId",
        "composerTexts": "chatId",
        "connectionSecrets": "connectionId",
        "connections": "id, createdAtMs",
        "contexts": "chatId",
        "executions": "id, [messageId+index+write.before.stateHash+leftStateHash], chatId, messageId",
        "integrity": "id",
        "logs": "++id, [id+atMs+size], [level+id]",
        "messages": "id, &[chatId+position], [chatId+role+position]",
        "modelAliases": "name",
        "modelChecks": "[connectionId+model]",
        "modelLists": "connectionId",
        "pageKeys": "[adapterId+origin], origin",
        "pageLeases": "[origin+instanceId+adapterId]",
        "pageSteps": "[page+sequence]",
        "pages": "page",
        "payloads": "++id, [chatId+id], [chatId+size]",
        "profileKeys": "name",
        "requestParts": "[chatId+hash], chatId",
        "restores": "chatId",
        "runs": "id, [chatId+startedAtMs], [chatId+status.outcome], isOpen, status.state",
        "savedPrompts": "name",
        "seenPages": "[adapterId+origin+instanceId], origin",
        "sentRequests": "id, [chatId+atMs]",
        "sites": "origin",
        "usage": "id, [chatId+atMs], [chatId+position], [connectionId+model+atMs]",
        "watches": "[adapterId+origin+instanceId], origin",
      }
    `);
  });

  it('of version 1 keeps its rows, and finds them by the new indexes', async () => {
    const write = { before: { stateHash: 'a', savedHash: 's' } };
    await upgradeFrom(1, {
      executions: [
        'id, chatId, messageId',
        { id: 'e1', messageId: 'm', index: 0, write, leftStateHash: 'b' },
        { id: 'e2', messageId: 'm', index: 1, write: null, leftStateHash: null },
      ],
    });
    expect(await db.executions.count()).toBe(2);
    expect(await db.executions.orderBy(WRITE_HASHES).keys()).toEqual([['m', 0, 'a', 'b']]);
  });

  it('of version 2 keeps its rows, with their new words', async () => {
    const untold = [{ type: 'note_added', timestamp: '' }];
    const edited = { executionId: 'e1', name: 'add', label: 'add("b")', success: true, outcome: 'Added b.' };
    const called = { executionId: 'e2', name: 'add', label: 'add("c")', success: null, outcome: null };
    const toolCalls = [
      { executionId: 'e1', argumentsText: '{"text":"a"}' },
      { executionId: 'e2', argumentsText: '{"text":"c"}' },
    ];
    await upgradeFrom(2, {
      checkpoints: [
        'id',
        { id: 'c1', chatId: 'a', reason: 'before-drafts', untold, messageId: null },
        { id: 'c2', chatId: 'a', reason: 'response', untold: [], messageId: 'm4', calls: [edited, called] },
      ],
      messages: [
        'id',
        { id: 'm1', role: 'rollback', kind: 'restore-drafts' },
        { id: 'm2', role: 'accounting', reason: 'Checkpoints let go' },
        { id: 'm3', role: 'user', content: 'before-drafts' },
        { id: 'm4', role: 'assistant', toolCalls },
      ],
      restores: ['chatId', { chatId: 'a', reason: 'before-saved' }],
      audit: ['id', { id: 'e', action: 'restore-drafts' }],
    });
    expect(await db.checkpoints.toArray()).toEqual([
      {
        id: 'c1',
        chatId: 'a',
        reason: 'before-restore-unsaved',
        unreported: untold,
        messageId: null,
        calls: [],
      },
      {
        id: 'c2',
        chatId: 'a',
        reason: 'response',
        unreported: [],
        messageId: 'm4',
        calls: [
          { executionId: 'e1', name: 'add', success: true, args: null, message: 'Added b.' },
          { executionId: 'e2', name: 'add', success: null, args: { text: 'c' }, message: null },
        ],
      },
    ]);
    expect(await db.messages.toArray()).toEqual([
      { id: 'm1', role: 'rollback', kind: 'restore-unsaved' },
      { id: 'm3', role: 'user', content: 'before-drafts' },
      { id: 'm4', role: 'assistant', toolCalls },
    ]);
    expect(await db.restores.toArray()).toEqual([{ chatId: 'a', reason: 'before-restore-saved' }]);
    expect(await db.audit.toArray()).toEqual([{ id: 'e', action: 'restore-drafts' }]);
  });

  it('has the defaults for settings that the build which stored a chat did not know', async () => {
    const { roundsPerRun: _, ...known } = newChatSettings();
    const settings = {
      ...known,
      parameters: { temperature: 0.3 },
      toolMemory: { enabled: true },
      permissions: { save: 'deny' },
    };
    db = createDatabase(NAME);
    await db.chats.add({ id: 'c', settings } as never);
    const complete = {
      ...newChatSettings(),
      parameters: { ...newChatSettings().parameters, temperature: 0.3 },
      toolMemory: { ...newChatSettings().toolMemory, enabled: true },
      permissions: { save: 'deny' },
    };
    expect((await db.chats.get('c'))?.settings).toEqual(complete);
    expect((await db.chats.toArray()).map((chat) => chat.settings)).toEqual([complete]);
    expect(chatSettingsSchema.parse(settings)).toEqual(complete);
  });

  it('reads a damaged chat without settings as it is stored, and the other chats with it', async () => {
    db = createDatabase(NAME);
    await db.chats.bulkAdd([{ id: 'damaged' }, { id: 'whole', settings: newChatSettings() }] as never);
    expect(await db.chats.toArray()).toEqual([
      { id: 'damaged' },
      { id: 'whole', settings: newChatSettings() },
    ]);
  });

  it('of version 3 fills in the settings and the place in the list that later chats have from the start', async () => {
    const usage = { chatId: 'c', runId: 'r', counts: null };
    const measured = { ...usage, id: 'u-1', messageId: 'm-1', atMs: 10 };
    const dropped = { ...usage, id: 'u-2', messageId: 'dropped', atMs: 20 };
    const droppedSince = { ...usage, id: 'u-3', messageId: 'dropped since', atMs: 50 };
    const note = { chatId: 'c', role: 'accounting' };
    await upgradeFrom(3, {
      chats: ['id', { id: 'c', title: 'Hide previews', settings: { model: 'm', planMode: true } }],
      usage: [
        'id',
        {
          ...measured,
          counts: { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheCreationTokens: 4 },
        },
        dropped,
        droppedSince,
      ],
      messages: [
        'id',
        {
          id: 'm-1',
          chatId: 'c',
          position: 1,
          role: 'assistant',
          createdAtMs: 10,
          content: '',
          toolCalls: [],
        },
        { ...note, id: 'm-2', position: 2, reason: 'Cancelled', createdAtMs: 21 },
        { ...note, id: 'm-3', position: 3, reason: 'Undone', createdAtMs: 30 },
        { ...note, id: 'm-5', position: 5, reason: 'Checkpoints deleted', createdAtMs: 40 },
        { id: 'm-4', chatId: 'c', position: 4, role: 'rollback', createdAtMs: 30 },
      ],
    });
    expect(await db.chats.toArray()).toMatchObject([
      {
        id: 'c',
        title: 'Hide previews',
        titleSource: 'first-message',
        pinnedAtMs: null,
        isUnread: false,
        lastSnapshotId: 0,
        pageTools: [],
        deletedAtMs: null,
        settings: { ...newChatSettings(), model: 'm', planMode: true },
      },
    ]);
    // An earlier chat may not start to send messages to others by itself.
    expect((await db.chats.get('c'))?.settings.sendsMessages).toBe(false);
    expect(await db.usage.toArray()).toEqual([
      {
        ...measured,
        kind: 'response',
        position: 1,
        counts: {
          promptTokens: 1,
          completionTokens: 2,
          cacheReadInputTokens: 3,
          cacheCreationInputTokens: 4,
        },
      },
      { ...dropped, kind: 'response', position: 2 },
      { ...droppedSince, kind: 'response', position: 5 },
    ]);
    // A row that affected neither tokens nor messages is gone.
    expect((await db.messages.toArray()).map(({ id }) => id)).toEqual(['m-1', 'm-2', 'm-4']);
  });

  it('of version 3 stores the parts of sent requests once, and still has the requests', async () => {
    const prompt = {
      parts: [
        { key: 'a:b', section: 'S', priority: 1, source: 'base', state: 'sent', text: 'Help.', tokens: 2 },
      ],
      problems: [],
    };
    const tokens = { systemPrompt: 2, tools: 0, messages: 1, total: 3 };
    const requests = [1, 2].map((atMs) => ({
      id: `s${atMs}`,
      chatId: 'c',
      runId: 'r',
      messageId: 'm',
      atMs,
      model: 'm',
      prompt,
      messages: [
        { role: 'system', content: 'Help.' },
        { role: 'user', content: 'Hi.' },
      ],
      tools: [{ type: 'function', function: { name: 'n', description: 'd', parameters: {} } }],
      tokens,
    }));
    await upgradeFrom(3, { sentRequests: ['id, [chatId+atMs]', ...requests] });
    const added = { kind: 'response', cacheMarks: [], omissions: [], snapshot: null };
    expect(await keptRequests(db)).toEqual(requests.map((request) => ({ ...request, ...added })));
    expect(await db.requestParts.count()).toBe(4);
  });

  it('of version 3 finds its open runs by an index, and its chats by their words', async () => {
    const message = { chatId: 'c', role: 'user', discardedBy: null };
    const waiting = { state: 'waiting-for-system-input', requiredScope: null, interruptibleByUser: true };
    await upgradeFrom(3, {
      chats: ['id', { id: 'c', title: 'Hide previews', updatedAtMs: 9, settings: {} }],
      messages: [
        'id, &[chatId+position]',
        { ...message, id: 'm1', position: 0, createdAtMs: 5, content: 'Hide café previews' },
        { ...message, id: 'm2', position: 1, createdAtMs: 7, content: 'CAFE' },
      ],
      runs: [
        'id, status.state, status.outcome',
        { id: 'open', chatId: 'c', startedAtMs: 5, status: { ...waiting, outcome: null } },
        { id: 'over', chatId: 'c', startedAtMs: 4, status: { ...waiting, outcome: 'stopped' } },
      ],
    });
    expect(await db.runs.where('isOpen').equals(1).primaryKeys()).toEqual(['open']);
    expect(await db.runs.orderBy(RUN_OUTCOMES).keys()).toEqual([['c', 'stopped']]);
    expect(await db.chatWords.orderBy(CHAT_WORD_KEY).toArray()).toEqual([
      { chatId: 'c', word: 'cafe', field: 'text', recency: -7 },
      { chatId: 'c', word: 'hide', field: 'text', recency: -5 },
      { chatId: 'c', word: 'hide', field: 'title', recency: -9 },
      { chatId: 'c', word: 'previews', field: 'text', recency: -5 },
      { chatId: 'c', word: 'previews', field: 'title', recency: -9 },
    ]);
    db.close();
  });

  it('of version 7 settles an open edit or retry of its page without the run that continued', async () => {
    const known = { context: {}, stateHash: 'h', at: {}, carried: [] };
    const entry = { atMs: 5, rollbackId: 'row', run: null, known };
    const changes = [{ type: 'note_added', note: 'tea' }];
    const message = { id: 'm', role: 'user', content: 'Anew', changes, editOf: 'u' };
    const retried = { id: 'r', changes: { status: { state: 'processing' }, snapshot: { id: 2, items: [] } } };
    await upgradeFrom(7, {
      restores: [
        'chatId',
        { chatId: 'edit', entry: { ...entry, next: { run: {}, message, opening: null } } },
        {
          chatId: 'retry',
          entry: { ...entry, run: retried, next: { run: null, message: null, opening: null } },
        },
        { chatId: 'rollback', entry },
        { chatId: 'undo', entry: null },
      ],
    });
    const queued = { text: 'Anew', editOf: 'u', queuedAtMs: 5 };
    expect(await db.restores.toArray()).toEqual([
      { chatId: 'edit', entry: { ...entry, known: { ...known, carried: changes }, queued } },
      { chatId: 'retry', entry: null },
      { chatId: 'rollback', entry },
      { chatId: 'undo', entry: null },
    ]);
  });

  it('of a newer build loses nothing when an older one opens it', async () => {
    const newer = new Dexie(NAME);
    newer.version(VERSIONS.length + 1).stores({ sites: 'origin', future: 'id' });
    await newer.open();
    await newer.table('future').add({ id: 'x' });
    newer.close();
    db = createDatabase(NAME);
    await db.open();
    db.close();
    await newer.open();
    expect(await newer.table('future').count()).toBe(1);
    newer.close();
  });
});
