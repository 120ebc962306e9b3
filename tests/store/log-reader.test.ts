import { describe, expect, it } from 'vitest';
import { type LogFilter, WHOLE_LOG } from '@/src/core/logging/log-lines';
import { newChatSettings } from '@/src/core/records/chat';
import type { StoredChat } from '@/src/schema/chat';
import type { LogRow } from '@/src/schema/log-entry';
import type { Message } from '@/src/schema/message';
import { log } from '@/src/store/queries';
import { aChat } from '../background/a-chat';
import { auditRecord, chainOf, SITE } from '../core/policy/new-audit-entry';
import { openWriter, storeAudit } from './open-writer';

const writer = openWriter();

function row(id: number, fields: Partial<LogRow> = {}): LogRow {
  return {
    id,
    atMs: 0,
    level: 'info',
    topic: 't',
    chatId: null,
    runId: null,
    message: `m${id}`,
    data: null,
    size: 2,
    ...fields,
  };
}

describe('the newest log entries', () => {
  it.each([
    ['error', '', 9, [4], false],
    ['warning', '', 9, [5, 4], false],
    ['info', '', 9, [5, 4, 3, 1], false],
    ['debug', '', 9, [5, 4, 3, 2, 1], false],
    ['debug', '', 5, [5, 4, 3, 2, 1], false],
    ['debug', '', 4, [5, 4, 3, 2], true],
    ['info', '', 1, [5], true],
    ['debug', 'NEEDLE', 9, [3, 2], false],
    ['info', 'needle', 9, [3], false],
    ['debug', 'needle', 1, [3], true],
    ['debug', '  ', 9, [5, 4, 3, 2, 1], false],
  ] as const)('up to %s with %j, at most %i, are %j (more: %s)', async (level, text, limit, ids, isCut) => {
    await writer.logs.bulkAdd([
      row(1),
      row(2, { level: 'debug', data: { deep: ['needle'] } }),
      row(3, { message: 'a needle' }),
      row(4, { level: 'error' }),
      row(5, { level: 'warning' }),
    ]);
    const found = await log.newest({ ...WHOLE_LOG, shown: level, text }, limit);
    expect(found.entries.map(({ row: { id } }) => id)).toEqual(ids);
    expect(found.isCut).toBe(isCut);
  });

  it('are returned without their data, which is read per entry', async () => {
    await writer.logs.bulkAdd([row(1, { data: { a: 1 } }), row(2)]);
    const { entries } = await log.newest({ ...WHOLE_LOG, shown: 'debug' }, 9);
    const { data: _, size: __, ...second } = row(2);
    expect(entries).toEqual([
      { kind: 'step', row: { ...second, hasData: false } },
      { kind: 'step', row: { ...second, id: 1, message: 'm1', hasData: true } },
    ]);
    const dataOf = (id: number) => log.data({ kind: 'step', row: { ...second, id, hasData: true } });
    expect([await dataOf(1), await dataOf(2), await dataOf(3)]).toEqual([{ a: 1 }, null, null]);
  });
});

it('all steps are returned oldest first, without what only the database needs', async () => {
  await writer.logs.bulkAdd([row(2), row(1), row(10)]);
  const lines = await log.lines(WHOLE_LOG);
  expect(lines.map(({ row }) => 'id' in row && row.id)).toEqual([1, 2, 10]);
  expect(lines[0]?.row).not.toHaveProperty('size');
});

/** An audit of `length` entries; those whose number is divisible by 7 have another subject. */
const fill = (length: number, origin = SITE) =>
  storeAudit(writer, length, origin, (number) => (number % 7 === 0 ? 'seventh' : 'other'));

const ofSite: LogFilter = { ...WHOLE_LOG, shown: 'changes', site: SITE };
const sequences = (lines: readonly { kind: string; row: object }[]) =>
  lines.map(({ row }) => ('sequence' in row ? row.sequence : null));

describe('the newest changes of a site', () => {
  it.each([
    [3, 200, '', [3, 2, 1], false],
    [3, 3, '', [3, 2, 1], false],
    [3, 2, '', [3, 2], true],
    [1_200, 2, '', [1_200, 1_199], true],
    [1_200, 3, 'SEVENTH', [1_197, 1_190, 1_183], true],
    [20, 9, 'seventh', [14, 7], false],
    [0, 9, '', [], false],
  ])('of %i entries, at most %i with %j, newest first', async (length, limit, text, found, isCut) => {
    await fill(length);
    await fill(2, 'https://other.test');
    const page = await log.newest({ ...ofSite, text }, limit);
    expect(sequences(page.entries)).toEqual(found);
    expect(page.isCut).toBe(isCut);
  });

  it('continue past any gap', async () => {
    const entries = await fill(1_100);
    await writer.audit.where('[origin+sequence]').between([SITE, 3], [SITE, 1_099], true, true).delete();
    await writer.audit.add({ ...entries[0], id: 'far', sequence: Number.MAX_SAFE_INTEGER } as never);
    const page = await log.newest(ofSite, 9);
    expect(sequences(page.entries)).toEqual([Number.MAX_SAFE_INTEGER, 1_100, 2, 1]);
  });

  it('are none of a site that is not chosen', async () => {
    await fill(2);
    expect((await log.newest({ ...ofSite, site: null }, 9)).entries).toEqual([]);
  });
});

it('all matching changes are returned oldest first, by number even if the clock was set back', async () => {
  await fill(21);
  expect(sequences(await log.lines({ ...ofSite, text: 'seventh' }))).toEqual([7, 14, 21]);
  await writer.audit.where('id').equals(`${SITE} 20`).modify({ atMs: 1 });
  expect(sequences(await log.lines({ ...ofSite, text: 'seventh' }))).toEqual([7, 14, 21]);
});

describe('the log of one chat', () => {
  const ofChat: LogFilter = { ...WHOLE_LOG, chatId: 'c' };
  const payload = (id: number, chatId: string, atMs: number) => ({
    ...({ id, chatId, atMs, runId: null, size: 9, direction: id % 2 === 1 ? 'sent' : 'received' } as const),
    data: { words: `p${id}` },
  });
  async function fillChats() {
    await writer.logs.bulkAdd([row(1, { chatId: 'c', atMs: 1 }), row(2, { atMs: 2 })]);
    await writer.payloads.bulkAdd([payload(1, 'c', 2), payload(2, 'c', 3), payload(3, 'd', 3)]);
    await writer.audit.bulkAdd(
      chainOf([auditRecord({ id: 'x', atMs: 4 }), auditRecord({ id: 'y', atMs: 5, chatId: 'd' })]),
    );
  }
  const kinds = (lines: readonly { kind: string; row: { atMs: number } }[]) =>
    lines.map(({ kind, row }) => `${kind} ${row.atMs}`);

  it('has its steps, its payloads and its changes of pages in the order of time', async () => {
    await fillChats();
    const { entries } = await log.newest(ofChat, 9);
    expect(kinds(entries)).toEqual(['change 4', 'payload 3', 'payload 2', 'step 1']);
    expect(kinds(await log.lines(ofChat))).toEqual(kinds(entries).reverse());
    const [, newest] = entries;
    expect(newest?.kind === 'payload' && (await log.data(newest))).toEqual({ words: 'p2' });
  });

  it('has the payloads at level debug, too, and that of all chats has none', async () => {
    await fillChats();
    expect(kinds((await log.newest({ ...ofChat, shown: 'debug' }, 9)).entries)).toHaveLength(3);
    expect(kinds((await log.newest({ ...ofChat, shown: 'info' }, 9)).entries)).toEqual(['step 1']);
    expect(kinds(await log.lines(WHOLE_LOG))).toEqual(['step 1', 'step 2', 'change 4', 'change 5']);
  });

  it('has what the chats of its sites did, also those that it is no longer about', async () => {
    await fillChats();
    await writer.chats.bulkAdd([{ ...aChat({ id: 'd' }), memberOf: 'c' }, aChat({ id: 'e' })]);
    await writer.logs.bulkAdd([row(3, { chatId: 'd', atMs: 6 }), row(4, { chatId: 'e', atMs: 7 })]);
    const { entries } = await log.newest(ofChat, 9);
    expect(kinds(entries)).toEqual(['step 6', 'change 5', 'change 4', 'payload 3', 'payload 2', 'step 1']);
    expect(await log.chatsOf('c')).toEqual(['c', 'd']);
  });

  it('is searched in its payloads', async () => {
    await fillChats();
    expect(kinds((await log.newest({ ...ofChat, text: 'P2' }, 9)).entries)).toEqual(['payload 3']);
  });
});

it('a chat’s calls include those of discarded messages, and none of other chats', async () => {
  await writer.chats.add({ id: 'c', title: 'Filter', settings: newChatSettings() } as StoredChat);
  const called = (executionId: string) => ({
    role: 'assistant',
    createdAtMs: 0,
    toolCalls: [{ executionId, name: 'n', argumentsText: '{}' }],
  });
  await writer.messages.bulkAdd([
    { ...called('2'), id: 'b', chatId: 'c', position: 2, discardedBy: 'x' },
    { ...called('1'), id: 'a', chatId: 'c', position: 1, discardedBy: null },
    { ...called('3'), id: 'o', chatId: 'other', position: 1, discardedBy: null },
  ] as Message[]);
  const stored = await log.calls('c');
  expect(stored?.title).toBe('Filter');
  expect(stored?.calls.map(({ executionId }) => executionId)).toEqual(['1', '2']);
  expect(await log.calls('gone')).toBeNull();
});
