import { describe, expect, it } from 'vitest';
import type { Approval } from '@/src/schema/approval';
import type { Run } from '@/src/schema/run';
import { chatView, type SiteView } from '@/src/store/queries';
import { aChat } from '../background/a-chat';
import { aMessage } from './a-message';
import { openWriter } from './open-writer';

const writer = openWriter();
const NAMES = ['north', 'south', 'west'];
const TARGETS = NAMES.map((name) => ({ name, chatId: `of ${name}` }));

/** The state of a site’s chat, as far as it concerns the calls of the answer `m1`. */
type Doing = 'asks' | 'works' | 'is over' | 'carries out earlier calls' | 'nothing';

const STATUS = {
  asks: (name: string) => ({ state: 'waiting-for-approval', approvalId: `approval ${name}` }),
  works: () => ({ state: 'processing' }),
  'is over': () => ({ state: 'done', outcome: 'completed' }),
  'carries out earlier calls': () => ({ state: 'done', outcome: 'completed' }),
};

async function store(doing: Doing[], calls: string[], status: object): Promise<SiteView[]> {
  await writer.chats.add({ ...aChat({}), targets: TARGETS });
  const toolCalls = calls.map((argumentsText, index) => ({ executionId: `e${index}`, argumentsText }));
  await writer.messages.bulkAdd([aMessage(0, {}), aMessage(1, { role: 'assistant', toolCalls } as never)]);
  await writer.runs.add({ id: 'r1', chatId: 'c', startedAtMs: 0, status } as Run);
  for (const [index, { name, chatId }] of TARGETS.entries()) {
    const does = doing[index] ?? 'nothing';
    const origin = `https://${name}.test`;
    const binding = { adapterId: 'a', origin, instanceId: 'i', title: name };
    await writer.chats.add({ ...aChat({ id: chatId, binding }), memberOf: 'c' });
    if (does === 'nothing') continue;
    const carriesOut = does === 'carries out earlier calls' ? 'm0' : 'm1';
    await writer.runs.bulkAdd([
      { id: `before ${name}`, chatId, startedAtMs: 0, status: STATUS['is over'](), carriesOut: 'm1' },
      { id: `run ${name}`, chatId, startedAtMs: 1, status: STATUS[does](name), carriesOut },
    ] as Run[]);
    const result = { role: 'tool', executionId: `x ${name}`, chatId };
    await writer.messages.bulkAdd([
      aMessage(0, { ...result, id: `old ${name}`, runId: `before ${name}` } as never),
      aMessage(1, { ...result, id: `new ${name}`, runId: `run ${name}` } as never),
    ]);
    await writer.approvals.add({ id: `approval ${name}`, chatId, createdAtMs: 0 } as Approval);
  }
  return (await chatView('c', null))?.siteParts ?? [];
}

const ALL = ['{"targets":["all"]}'];
const WORKS = { state: 'waiting-for-tools' };

describe('the parts of the sites', () => {
  it.each<[string, Doing[], string[], string[]]>([
    ['each waits for a decision', ['asks', 'asks', 'asks'], ALL, ['asks', 'asks', 'asks']],
    ['one after the other works', ['is over', 'works', 'asks'], ALL, ['over', 'works', 'asks']],
    ['the others wait for the one that works', ['works'], ALL, ['works', 'waiting', 'waiting']],
    ['one could not be begun', ['asks', 'nothing', 'asks'], ALL, ['asks', 'over', 'asks']],
    [
      'one carries out earlier calls',
      ['carries out earlier calls', 'works'],
      ALL,
      ['waiting', 'works', 'waiting'],
    ],
  ])('have a state each: %s', async (_, doing, calls, states) => {
    const parts = await store(doing, calls, WORKS);
    expect(parts.map(({ state }) => state)).toEqual(states);
  });

  it.each<[string, string[], string[]]>([
    ['those that a call names', ['{"targets":["west"]}', '{"targets":["north"]}'], ['north', 'west']],
    ['all that a call means', ALL, NAMES],
    [
      'only named ones beside a call of the leading chat',
      ['{"question":"?"}', '{"targets":["west"]}'],
      ['west'],
    ],
    ['all if no call names any', ['{}', '{"targets'], NAMES],
  ])('are of %s', async (_, calls, names) => {
    expect((await store([], calls, WORKS)).map(({ name }) => name)).toEqual(names);
  });

  it('have the approval request, the origin and the results of the newest run', async () => {
    const [part] = await store(['asks'], ALL, WORKS);
    expect(part).toMatchObject({
      chatId: 'of north',
      origin: 'https://north.test',
      approval: { id: 'approval north' },
      results: [{ id: 'new north' }],
    });
  });

  it('are none once the run is over', async () => {
    expect(await store(['asks'], ALL, { state: 'done', outcome: 'stopped' })).toEqual([]);
  });
});
