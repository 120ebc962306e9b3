import { expect, it } from 'vitest';
import { neverSent } from '@/src/core/page-history/close-write';
import { createPageObserver, readingOf } from '@/src/core/page-history/page-observer';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { Json } from '@/src/schema/values/json';
import { createMemoryPageHistory } from '../../fakes/memory-page-history';
import { createMemoryTables } from '../../fakes/memory-tables';
import { fuzzAdapter } from '../../fuzz/loop/fuzz-adapter';

const chat = newChat({
  id: 'c',
  title: 'Notes',
  atMs: 0,
  binding: { adapterId: 'notes', origin: 'http://notes.test', instanceId: 'i', title: 'Notes' },
  settings: newChatSettings(),
  lastStateHash: null,
});

const contextOf = (...notes: string[]): Json => ({ notes, published: [], stock: 0 });
const reading = (order: number, ...notes: string[]) =>
  readingOf(fuzzAdapter, contextOf(...notes), { page: 'tab:1', document: 'd', order, askedAtMs: order });

it('attributes changes to the user when the page reports later that it refused the write', async () => {
  const tables = createMemoryTables();
  const history = createMemoryPageHistory(tables);
  const observer = createPageObserver({
    history,
    adapters: { definitionOf: () => fuzzAdapter },
    clock: { now: () => 0 },
  });
  const cause = { kind: 'execution' as const, chatId: 'c', chatTitle: 'Notes', executionId: 'e' };
  const before = reading(1);
  const opened = { executionId: 'e', cause, reading: before, after: null, afterContext: contextOf('ale') };
  await observer.store(observer.opening(chat, opened));
  await observer.observe(chat, reading(2, 'ale'));
  const uncertain = { executionId: 'e', reading: null, left: null, wasMade: null, mayArriveLate: true };
  await observer.store(observer.closing(chat, 'tab:1', uncertain));
  const earlier = await observer.stepsOf('tab:1', 'e');
  expect(earlier).toMatchObject([{ cause: { executionId: 'e' } }]);
  await observer.store(observer.closing(chat, 'tab:1', { ...neverSent('e'), earlier }));
  expect(tables.pageSteps.all()).toMatchObject([{ cause: { kind: 'user' }, changes: [{ note: 'ale' }] }]);
});

it.each([
  [undefined, { kind: 'user' }],
  [true as const, { kind: 'anyone' }],
])(
  'names the user for a change that nothing explains, unless the page is shared (%s)',
  async (isShared, cause) => {
    const adapter = { ...fuzzAdapter, ...(isShared === undefined ? {} : { isShared }) };
    const observer = createPageObserver({
      history: createMemoryPageHistory(createMemoryTables()),
      adapters: { definitionOf: () => adapter },
      clock: { now: () => 0 },
    });
    const before = reading(1);
    const { place } = await observer.observe(chat, before);
    const known = { context: before.context, at: place, own: null };
    const { changes } = await observer.differencesSince(chat, known as never, reading(2, 'ale'));
    expect(changes).toMatchObject([{ cause }]);
  },
);
