import { describe, expect, it } from 'vitest';
import { newChatSettings } from '@/src/core/records/chat';
import { audits } from '@/src/store/queries';
import { headOf, SITE } from '../core/policy/new-audit-entry';
import { openWriter, storeAudit } from './open-writer';

const writer = openWriter();

const fill = (length: number, origin = SITE) => storeAudit(writer, length, origin);

const sequences = (entries: readonly { sequence: number }[]) => entries.map(({ sequence }) => sequence);

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
  expect(await audits.sites(null)).toEqual([SITE, 'https://b.test', 'https://gone.test']);
});

it('the source is resolved as far as chat and message still exist', async () => {
  const settings = newChatSettings();
  await writer.chats.add({ id: 'c', title: 'Filter', binding: { origin: SITE }, settings } as never);
  await writer.chats.add({ id: 'unbound', title: 'New', binding: null, settings } as never);
  await writer.messages.add({ id: 'm', chatId: 'c', position: 1, createdAtMs: 5 } as never);
  expect(await audits.source('c', 'm')).toEqual({ chatTitle: 'Filter', messageAtMs: 5 });
  expect(await audits.source('c', 'gone')).toEqual({ chatTitle: 'Filter', messageAtMs: null });
  const targets = ['PROD', 'B'].map((name) => ({ name, chatId: `member ${name}` }));
  await writer.chats.update('c', { targets });
  await writer.chats.add({ id: 'member PROD', title: 'PROD', memberOf: 'c', settings } as never);
  expect((await audits.source('member PROD', null)).chatTitle).toBe('Filter · PROD');
  expect(await audits.source('gone', null)).toEqual({ chatTitle: null, messageAtMs: null });
  expect(await audits.sites('c')).toEqual([SITE]);
  expect(await audits.sites('unbound')).toEqual([]);
  expect(await audits.sites('gone')).toEqual([]);
  await fill(1, 'http://a.test');
  expect(await audits.sites('c')).toEqual([SITE, 'http://a.test']);
});
