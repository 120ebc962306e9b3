import { beforeAll, describe, expect, it } from 'vitest';
import { readBackup } from '@/src/background/storage/read-archive';
import { isStewardError } from '@/src/core/errors';
import type { Json } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { BACKUP_TABLES, type BackupRow, type BackupTable, writeBackup } from '@/src/store/backup';
import { VERSIONS } from '@/src/store/db';
import { aWatch } from '../../fakes/a-watch';
import { keptImage } from '../../fakes/an-image';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { sealedBackup } from '../../fakes/sealed-backup';

const HEADER = JSON.stringify({
  format: 'steward-backup',
  version: VERSIONS.length,
  createdAtMs: 0,
});

/** One or more rows of each table, written by the background itself where it has a writer. */
const rows = new Map<BackupTable, BackupRow[]>();

beforeAll(async () => {
  const h = await createLoopHarness(
    [
      calls(['add_note', { text: 'eggs' }], ['count_notes', {}]),
      says('Added.'),
      calls(['publish', {}]),
      says('Published.'),
      calls(['send_message', { chat: 'Other', message: 'What is left?', wait: true }]),
    ],
    {
      hasDryRuns: true,
      settings: { keepsSessionLog: true, sendsMessages: true, permissions: { publish: 'ask' } },
    },
  );
  const { db, chatId } = h;
  await h.send('Add eggs');
  h.notes.editByHand(['milk', 'eggs', 'salt']);
  await h.send('Publish');
  await h.decide('approve');
  await h.settled();
  await h.addChat('other', 'Other');
  await h.send('Ask the other chat');
  await h.loop.addSystemMessage(chatId, {
    scope: 'chat:other',
    text: 'Salt.',
    sender: { messageId: 'sent', chatId: 'other', title: 'Other', kind: 'message', nonce: 'n' },
  });
  await db.executions.toCollection().modify({ messageTo: 'other' });
  await db.connections.add({
    ...{ id: 'connection', label: 'Mine', baseUrl: 'https://model.test/v1', hasKey: true, createdAtMs: 1 },
    headerNames: ['x-key'],
    waits: { firstPieceMs: 1_000, pauseMs: null },
    wire: 'responses',
    responsesModels: ['demo/one'],
    prices: [{ model: 'demo/one', input: 3, output: 15 }],
  });
  await db.modelAliases.add({ name: 'smart', connectionId: 'connection', model: 'demo/one' });
  await db.savedPrompts.add({ name: 'Tidy up', text: 'Hide all previews.' });
  await db.sites.add({ origin: 'http://a.test', addedAtMs: 1, isOn: true });
  const page = { adapterId: 'notes', origin: 'http://a.test', instanceId: 'i' };
  await db.seenPages.add({ ...page, context: { notes: [] }, atMs: 1 });
  const failure = { message: 'It is closed.', sinceMs: 1, count: 1 };
  await db.watches.add(aWatch({ ...page, news: ['1 new model'], failure }));
  await db.composerTexts.add({ chatId, text: 'a thought', imageIds: [] });
  await db.chatImages.add(keptImage('dot', chatId));
  await db.logs.add({
    id: 1,
    atMs: 1,
    level: 'info',
    topic: 'a.b',
    chatId,
    runId: null,
    message: 'A run started.',
    data: { count: 1 },
    size: 20,
  });
  for (const line of (await writeBackup(db, 0)).slice(1)) {
    const { table, row } = JSON.parse(line) as { table?: BackupTable; row: BackupRow };
    if (table === undefined) continue;
    rows.set(table, [...(rows.get(table) ?? []), row]);
  }
});

const lineOf = (table: BackupTable, row: BackupRow) => JSON.stringify({ table, row });

/** Reads a backup of one row; returns the message of its refusal, or null. */
async function refusal(table: BackupTable, row: BackupRow): Promise<string | null> {
  try {
    await readBackup(sealedBackup([HEADER, lineOf(table, row)]));
    return null;
  } catch (error) {
    if (isStewardError(error) && error.code === 'invalid-message') return error.message;
    throw error;
  }
}

/** Fields that hold any JSON: from a page, an endpoint, or a request. */
const ANY_JSON: Readonly<Partial<Record<BackupTable, readonly string[]>>> = {
  approvals: ['askedOn'],
  contexts: ['context', 'latest'],
  pages: ['context'],
  requestParts: ['content'],
  seenPages: ['context'],
  usage: ['raw'],
};

/** Fields that a row may lack. */
const OPTIONAL: Readonly<Partial<Record<BackupTable, readonly string[]>>> = {
  connections: ['waits', 'wire', 'responsesModels', 'prices'],
  contexts: ['latest'],
  executions: ['leftSavedHash', 'messageTo'],
  messages: [
    'continuation',
    'editOf',
    'parts',
    'images',
    'cacheControlIndex',
    'plan',
    'planned',
    'news',
    'original',
    'leftOut',
    'omittedMessages',
    'prunedBy',
    'sender',
  ],
  pages: ['replaced'],
  pageSteps: ['atMs'],
  runs: ['isOpen', 'snapshot', 'stateMessageId', 'savedHash', 'promptProblems', 'asksNoModel'],
  usage: ['connectionId', 'isCopied', 'sentTokens'],
};

/** The fields of a row with the types of their values, and the value that decides which fields exist. */
function shapeOf(row: BackupRow): string {
  const { role, kind, state } = row;
  return JSON.stringify([
    role,
    kind,
    state,
    ...Object.entries(row).map(([name, value]) => [name, typeOf(value)]),
  ]);
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

/** A value of another type. */
function wrong(value: unknown): Json {
  return typeof value === 'object' && value !== null ? 'wrong' : { wrong: true };
}

it('the rows include a message of another chat: its approval request, and one that waits', () => {
  expect(JSON.stringify(rows.get('approvals'))).toContain('"quoted"');
  expect(JSON.stringify(rows.get('chats'))).toContain('"sender"');
});

const NESTED = '{"id":"a","values":{"b":'.repeat(3_000);

it.each<[string, boolean, string]>([
  ['as Steward writes it', true, JSON.stringify({ value: 'no', evidence: say('said.sites.lost') })],
  ['that is no JSON', false, '{'],
  ['with an unknown value', false, JSON.stringify({ value: 'maybe', evidence: 'x' })],
  ['with a text without values', false, JSON.stringify({ value: 'no', evidence: { id: 'a', values: null } })],
  ['with an object as a text’s id', false, JSON.stringify({ value: 'no', evidence: { id: {}, values: {} } })],
  ['nested deeply', false, `{"value":"no","evidence":${NESTED}1${'}}'.repeat(3_000)}}`],
])('the outcome of a check %s: read is %s', async (_, isRead, proposed) => {
  const entry = { ...rows.get('audit')?.[0], action: 'check', proposed };
  const said = await refusal('audit', entry);
  if (isRead) expect(said).toBeNull();
  else expect(said).toMatch(/Row 2 of the file, audit .*field “proposed/);
});

describe.each(BACKUP_TABLES)('a row of %s', (table) => {
  const given = () => {
    const [first, ...others] = rows.get(table) ?? [];
    if (first === undefined) throw new Error(`there is no row of ${table}`);
    return [first, ...others];
  };
  /** One of the rows with the same fields, whose values are of the same types. */
  const distinct = () => [...new Map(given().map((row) => [shapeOf(row), row])).values()];

  it('is read as it was written', async () => {
    const text = sealedBackup([HEADER, ...given().map((row) => lineOf(table, row))]);
    expect((await readBackup(text))[table]).toEqual(given());
  });

  /** The first field is the one that decides which other fields exist. */
  const naming = (field: string) => new RegExp(`Row 2 of the file, ${table} .*field “${field}`);

  it('is refused without any of its fields, with table, row and field', async () => {
    for (const row of distinct()) {
      for (const field of Object.keys(row)) {
        const { [field]: _gone, ...rest } = row;
        const said = await refusal(table, rest);
        if (OPTIONAL[table]?.includes(field)) expect(said, field).toBeNull();
        else expect(said, field).toMatch(naming(field));
      }
    }
  });

  it('is refused with a value of another type, or a negative number, in any of its fields', async () => {
    for (const row of distinct()) {
      for (const [field, value] of Object.entries(row)) {
        if (ANY_JSON[table]?.includes(field)) continue;
        const values = typeof value === 'number' ? [wrong(value), -1] : [wrong(value)];
        for (const other of values) {
          expect(await refusal(table, { ...row, [field]: other }), field).toMatch(naming(field));
        }
      }
    }
  });

  it('is refused with a field that is unknown', async () => {
    for (const row of given()) expect(await refusal(table, { ...row, key: 'sk-1' })).toContain('field “key”');
  });

  it('is refused if it is there twice', async () => {
    const [row] = given();
    const line = lineOf(table, row as BackupRow);
    const text = sealedBackup([HEADER, line, line]);
    await expect(readBackup(text)).rejects.toThrow(/Row 3 of the file, .* repeats another: /);
  });
});

it.each<[BackupTable, BackupRow, string]>([
  ['messages', { role: 'admin' }, 'role'],
  ['runs', { status: { state: 'sleeping' } }, 'status.state'],
  ['runs', { status: { state: 'paused', before: { state: 'done' } } }, 'status.before.state'],
  ['executions', { state: 'lost' }, 'state'],
  ['executions', { effect: 'destroy' }, 'effect'],
  ['approvals', { state: 'forged' }, 'state'],
  ['usage', { counts: { promptTokens: -1 } }, 'counts.promptTokens'],
  ['chats', { id: 7 }, 'id'],
  ['connections', { baseUrl: 'javascript:alert(1)' }, 'baseUrl'],
  ['connections', { hasKey: true }, 'hasKey'],
  ['audit', { decision: 'forged' }, 'decision'],
  ['logs', { level: 'loud' }, 'level'],
  ['checkpoints', { content: { kind: 'packed', base64: '*' } }, 'content.base64'],
])('a row of %s with %j is refused because of %s', async (table, change, field) => {
  const [row] = rows.get(table) ?? [];
  expect(await refusal(table, { ...row, ...change })).toContain(`field “${field}`);
});

it('a row that is nested deeper than any page is refused before it is read', async () => {
  const [row] = rows.get('contexts') ?? [];
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  const line = JSON.stringify({ table: 'contexts', row: { ...row, context: 'deep' } });
  const text = sealedBackup([HEADER, line.replace('"deep"', deep)]);
  await expect(readBackup(text)).rejects.toThrow('nested too deeply');
});
