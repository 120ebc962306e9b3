import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Channel, channelOf, type NewApiContext } from '@/src/adapters/new-api/channels';
import { newApi } from '@/src/adapters/new-api/definition';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { contextWithState } from '@/src/core/adapter/context-with-state';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { endOf, intendWrite, resultOfWrite, settledByAnswer, storedWrite } from '@/src/core/loop/write';
import { neverSent, settledWrite } from '@/src/core/page-history/close-write';
import { createPageObserver, readingOf } from '@/src/core/page-history/page-observer';
import { answeredBy, verdictOf } from '@/src/core/page-history/settle-write';
import type { PageReading } from '@/src/core/ports/page-port';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { Execution } from '@/src/schema/call';
import type { Json } from '@/src/schema/values/json';
import { doubleChannel } from '@/tests/fakes/new-api/double-channels';
import { EXECUTIONS } from '../../fakes/copied-chat';
import { createMemoryPageHistory } from '../../fakes/memory-page-history';
import { createMemoryTables } from '../../fakes/memory-tables';

const chat = newChat({
  id: 'c',
  title: 'Channels',
  atMs: 0,
  binding: { adapterId: 'new-api', origin: 'http://gateway.test', instanceId: 'i', title: 'new-api' },
  settings: newChatSettings(),
  lastStateHash: null,
});
const execution: Execution = {
  ...(EXECUTIONS[0] as Execution),
  id: 'e',
  chatId: 'c',
  name: 'add_models',
  effect: 'write',
};
const cause = { kind: 'execution' as const, chatId: 'c', chatTitle: 'Channels', executionId: 'e' };

/** A gateway with `count` channels, of which the first `changed` have another model. */
function gateway(count: number, changed: number): NewApiContext {
  return {
    channels: Array.from({ length: count }, (_, index) => {
      const models = index < changed ? 'gpt-4o,gpt-5' : 'gpt-4o';
      return channelOf(
        doubleChannel({ id: index + 1, name: `channel ${index + 1}`, type: 1, models }),
      ) as Channel; // It is one.
    }),
  };
}

/** Its definition, and one whose state can't be put into a context. */
const ADAPTERS: readonly [string, AdapterDefinition][] = [
  ['new-api', newApi as unknown as AdapterDefinition],
  [
    'an adapter without withState',
    { ...(newApi as unknown as AdapterDefinition), withState: undefined } as never,
  ],
];

function open(adapter: AdapterDefinition, count: number) {
  const tables = createMemoryTables();
  const observer = createPageObserver({
    history: createMemoryPageHistory(tables),
    adapters: { definitionOf: () => adapter },
    clock: { now: () => 0 },
  });
  const reading = (order: number, context: Json, document = 'd'): PageReading =>
    readingOf(adapter, context, { page: 'tab:1', document, order, askedAtMs: order });
  const before = reading(1, gateway(count, 0));
  const after = gateway(count, count);
  const dryRun = { after: pageHashesOf(adapter, after), preview: { summary: 'Adds gpt-5.' } };
  const write = intendWrite(adapter, { effect: 'write' } as never, execution, {
    dryRun,
    reading: before,
    after,
  } as never);
  /** The causes of what a message after it reports. */
  const causes = async (now: PageReading) => {
    const at = { page: 'tab:1', document: 'd', sequence: 0 };
    const known = { context: before.context, at, own: null };
    const { changes } = await observer.differencesSince(chat, known, now);
    return changes.map((change) => change.cause);
  };
  const begin = () =>
    observer.store(
      observer.opening(chat, {
        executionId: 'e',
        cause,
        reading: before,
        after: write.intended.after,
        afterContext: after,
      }),
    );
  return { observer, reading, before, after, write, begin, causes };
}

describe.each(ADAPTERS)('a write of %s', (_name, adapter) => {
  it('that the page’s answer settles → its changes are its own in every later reading', async () => {
    const { observer, reading, after, write, begin, causes } = open(adapter, 3);
    await begin();
    const { stateHash } = pageHashesOf(adapter, after);
    const answer = {
      result: { success: true, message: 'Done.' },
      stateHashBefore: write.intended.before.stateHash,
      stateHashAfter: stateHash,
      document: 'd',
      order: 2,
    };
    const settled = settledByAnswer(adapter, { ...write, answer }, 2);
    if (settled === null) throw new Error('The answer agrees with the dry run.');
    await observer.store(observer.closing(chat, 'tab:1', endOf(adapter, settled)));
    expect(await causes(reading(3, after))).toEqual([cause, cause, cause]);
  });

  it('of which a reload left a part → that part is its own, whenever the reload is observed, and the result says how far', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('while it runs', 'before it is settled', 'by the reading that settles it'),
        async (done, when) => {
          const { observer, reading, write, begin, causes } = open(adapter, 8);
          await begin();
          const now = reading(2, gateway(8, done), 'e');
          if (when === 'while it runs') await observer.observe(chat, now);
          await observer.store(observer.closing(chat, 'tab:1', endOf(adapter, write)));
          if (when === 'before it is settled') await observer.observe(chat, now);
          const settled = { ...storedWrite(execution, write.intended), reading: now };
          await observer.store(observer.closing(chat, 'tab:1', endOf(adapter, settled)));
          expect(await causes(reading(3, gateway(8, done), 'e'))).toEqual(Array(done).fill(cause));
          if (adapter.withState === undefined) return;
          const { message } = resultOfWrite(adapter, settled).result;
          expect(message).toContain(`${done} of 8 changes`);
          expect(message).toContain('the page was loaded again');
        },
      ),
    );
  });

  it('of which the page has told a part and can’t be read then → that part is its own once it is read', async () => {
    const { observer, reading, write, begin, causes } = open(adapter, 8);
    await begin();
    const now = gateway(8, 3);
    const answer = {
      result: { success: false, message: '3 of 8 are changed.', error_code: 'server_refused' },
      stateHashBefore: write.intended.before.stateHash,
      stateHashAfter: pageHashesOf(adapter, now).stateHash,
      document: 'd',
      order: 2,
    };
    const settled = { ...write, answer, verdict: verdictOf(write.intended, null, answeredBy(answer)) };
    await observer.store(observer.closing(chat, 'tab:1', endOf(adapter, settled)));
    expect(resultOfWrite(adapter, settled).result.message).toMatch(
      /3 of 8 are changed\. The page can’t be read now\.$/,
    );
    expect(await causes(reading(3, now))).toEqual(Array(3).fill(cause));
  });

  it('that was never made → what others did of it is theirs', async () => {
    const { observer, reading, begin, causes } = open(adapter, 3);
    await begin();
    await observer.observe(chat, reading(2, gateway(3, 1)));
    await observer.store(observer.closing(chat, 'tab:1', neverSent('e')));
    expect(await causes(reading(3, gateway(3, 1)))).toEqual([{ kind: 'anyone' }]);
  });
});

it('a rollback of new-api that is seen on the way → all of it is the rollback’s', async () => {
  const adapter = newApi as unknown as AdapterDefinition;
  const { observer, reading, before, after, causes } = open(adapter, 4);
  const restore = { kind: 'restore' as const, chatId: 'c', chatTitle: 'Channels' };
  const afterContext = contextWithState(adapter, before.context, adapter.restorableState(after));
  await observer.store(
    observer.opening(chat, {
      executionId: 'r',
      cause: restore,
      reading: before,
      after: pageHashesOf(adapter, after),
      afterContext,
    }),
  );
  await observer.observe(chat, reading(2, gateway(4, 2)));
  const end = settledWrite('r', { verdict: 'applied', reading: reading(3, after) }, afterContext);
  await observer.store(observer.closing(chat, 'tab:1', end));
  expect(await causes(reading(4, after))).toEqual([restore, restore, restore, restore]);
});
