import { describe, expect, it } from 'vitest';
import { newChatSettings } from '@/src/core/records/chat';
import type { Chat } from '@/src/schema/chat';
import type { LogRow } from '@/src/schema/log-entry';
import type { Message } from '@/src/schema/message';
import { allLogEntries, logData, newestLogEntries, sessionRecordOf } from '@/src/store/queries';
import { openWriter } from './open-writer';

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
    const found = await newestLogEntries({ level, text, limit });
    expect(found.entries.map(({ id }) => id)).toEqual(ids);
    expect(found.isCut).toBe(isCut);
  });

  it('are returned without their data, which is read per entry', async () => {
    await writer.logs.bulkAdd([row(1, { data: { a: 1 } }), row(2)]);
    const { entries } = await newestLogEntries({ level: 'debug', text: '', limit: 9 });
    const { data: _, size: __, ...second } = row(2);
    expect(entries).toEqual([
      { ...second, hasData: false },
      { ...second, id: 1, message: 'm1', hasData: true },
    ]);
    expect([await logData(1), await logData(2), await logData(3)]).toEqual([{ a: 1 }, null, null]);
  });
});

it('the whole log is returned oldest first', async () => {
  await writer.logs.bulkAdd([row(2), row(1), row(10)]);
  expect((await allLogEntries()).map(({ id }) => id)).toEqual([1, 2, 10]);
});

it('a chat’s messages include discarded ones, and none of other chats', async () => {
  await writer.chats.add({ id: 'c', title: 'Filter', settings: newChatSettings() } as Chat);
  await writer.messages.bulkAdd([
    { id: 'b', chatId: 'c', position: 2, discardedBy: 'x' },
    { id: 'a', chatId: 'c', position: 1, discardedBy: null },
    { id: 'o', chatId: 'other', position: 1, discardedBy: null },
  ] as Message[]);
  const record = await sessionRecordOf('c');
  expect(record?.title).toBe('Filter');
  expect(record?.messages.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(await sessionRecordOf('gone')).toBeNull();
});
