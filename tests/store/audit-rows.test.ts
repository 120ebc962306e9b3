import { describe, expect, it } from 'vitest';
import type { AuditFilter } from '@/src/core/audit/audit-filter';
import { newChatSettings } from '@/src/core/records/chat';
import { audits } from '@/src/store/queries';
import { auditRecord, chainOf, headOf, SITE } from '../core/policy/new-audit-entry';
import { openWriter } from './open-writer';

const writer = openWriter();
const ALL: AuditFilter = { text: '', decision: null, action: null, sinceMs: null, chatId: null };

/** An audit of `length` entries; those whose number is divisible by 7 have another subject. */
async function fill(length: number, origin = SITE) {
  const entries = chainOf(
    Array.from({ length }, (_, index) =>
      auditRecord({
        id: `${origin} ${index}`,
        origin,
        subject: (index + 1) % 7 === 0 ? 'seventh' : 'other',
      }),
    ),
  );
  await writer.audit.bulkAdd(entries);
  await writer.auditHeads.put({ ...headOf(entries), origin });
  return entries;
}

const sequences = (entries: readonly { sequence: number }[]) => entries.map(({ sequence }) => sequence);

describe('the newest entries of an audit', () => {
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
    const page = await audits.newest(SITE, { ...ALL, text }, limit);
    expect(sequences(page.entries)).toEqual(found);
    expect(page.isCut).toBe(isCut);
  });

  it('continues past any gap', async () => {
    const entries = await fill(1_100);
    await writer.audit.where('[origin+sequence]').between([SITE, 3], [SITE, 1_099], true, true).delete();
    await writer.audit.add({ ...entries[0], id: 'far', sequence: Number.MAX_SAFE_INTEGER } as never);
    const page = await audits.newest(SITE, ALL, 9);
    expect(sequences(page.entries)).toEqual([Number.MAX_SAFE_INTEGER, 1_100, 2, 1]);
  });
});

it('all matching entries are returned oldest first', async () => {
  await fill(21);
  expect(sequences(await audits.matches(SITE, { ...ALL, text: 'seventh' }))).toEqual([7, 14, 21]);
});

describe('parts of an audit', () => {
  it('are consecutive, and the last one includes the head', async () => {
    const entries = await fill(5);
    const first = await audits.part(SITE, -Infinity, 2);
    const second = await audits.part(SITE, 2, 2);
    const third = await audits.part(SITE, 4, 2);
    expect([first, second, third].map((part) => sequences(part.entries))).toEqual([[1, 2], [3, 4], [5]]);
    expect([first.head, second.head, third.head]).toEqual([null, null, headOf(entries)]);
  });

  it('are followed by an empty one if the last was full', async () => {
    const entries = await fill(2);
    expect((await audits.part(SITE, -Infinity, 2)).head).toBeNull();
    expect(await audits.part(SITE, 2, 2)).toEqual({ entries: [], head: headOf(entries) });
  });

  it('of a missing audit have the head of an empty one', async () => {
    expect(await audits.part(SITE, -Infinity, 2)).toEqual({
      entries: [],
      head: { origin: SITE, sequence: 0, hash: null },
    });
  });

  it('include keys below the first and keys that are not numbers', async () => {
    const [entry] = await fill(1);
    for (const sequence of [-3, 0.5, 'x']) {
      await writer.audit.add({ ...entry, id: `${sequence}`, sequence } as never);
    }
    expect(sequences((await audits.part(SITE, -Infinity, 9)).entries)).toEqual([-3, 0.5, 1, 'x']);
  });
});

it('the sites are those with entries and those with a head', async () => {
  await fill(2);
  await fill(1, 'https://b.test');
  await writer.auditHeads.add({ origin: 'https://gone.test', sequence: 2, hash: 'x' });
  await writer.auditHeads.delete('https://b.test');
  expect(await audits.origins()).toEqual([SITE, 'https://b.test', 'https://gone.test']);
});

it('the source is resolved as far as chat and message still exist', async () => {
  const settings = newChatSettings();
  await writer.chats.add({ id: 'c', title: 'Filter', binding: { origin: SITE }, settings } as never);
  await writer.chats.add({ id: 'unbound', title: 'New', binding: null, settings } as never);
  await writer.messages.add({ id: 'm', chatId: 'c', position: 1, createdAtMs: 5 } as never);
  expect(await audits.source('c', 'm')).toEqual({ chatTitle: 'Filter', messageAtMs: 5 });
  expect(await audits.source('c', 'gone')).toEqual({ chatTitle: 'Filter', messageAtMs: null });
  expect(await audits.source('gone', null)).toEqual({ chatTitle: null, messageAtMs: null });
  expect(await audits.siteOf('c')).toBe(SITE);
  expect(await audits.siteOf('unbound')).toBeNull();
  expect(await audits.siteOf('gone')).toBeNull();
});
