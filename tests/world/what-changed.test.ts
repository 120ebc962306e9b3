// @own-modules: startSteward replaces Dexie's IndexedDB in the whole process
import { afterEach, expect, it } from 'vitest';
import { english } from '@/src/core/text/english';
import type { PageNews } from '@/src/messages/chat-commands';
import { modelFilterState } from '../fakes/model-filter-page';
import { PAGE_ORIGIN } from './addresses';
import { type StewardInMemory, startSteward } from './steward-in-memory';
import { streamOfResponse } from './wire-in-memory';

const RULES = { openai: { ignore: ['*-preview'], whitelist: [] } };

let steward: StewardInMemory;
afterEach(() => steward.close());

/** Starts a chat on a page with one rule. The model adds a rule, then it says that it is done, and so on. */
async function start(): Promise<void> {
  let answers = 0;
  steward = await startSteward({
    context: modelFilterState({ drafts: RULES, saved: RULES }),
    endpoint() {
      answers += 1;
      const adds = answers % 2 === 1;
      return streamOfResponse({
        text: adds ? '' : 'Done.',
        calls: adds ? [['add_ignore_rule', `{"pattern":"o${answers}"}`]] : [],
        idPrefix: `call_${answers}`,
      });
    },
    hasTitle: false,
  });
}

const ask = () => steward.command({ type: 'what-changed', chatId: steward.chatId, isSeen: false });
const see = () => steward.command({ type: 'what-changed', chatId: steward.chatId, isSeen: true });
const news = (changed: PageNews | null) => changed?.news.map(english) ?? null;

/** The user saves, on the page. */
function save(): void {
  steward.page.fake.change((state) => {
    state.saved = structuredClone(state.drafts);
  });
}

/** Upstream adds a model, and another administrator saves without rules, which the page then shows. */
function changeOutside(): void {
  steward.page.fake.change((state) => {
    state.models.openai = [...(state.models.openai ?? []), 'openai/gpt-5'];
    state.drafts = {};
    state.saved = {};
  });
}

/** Reads the page, as a panel that opens does. */
async function open(): Promise<void> {
  await steward.command({ type: 'attach', to: { chatId: steward.chatId } });
}

it('a page that was never seen has no news, and is seen from then on', async () => {
  await start();
  expect(await ask()).toBeNull();
  expect(await steward.db.seenPages.toArray()).toMatchObject([
    { origin: PAGE_ORIGIN, adapterId: 'model-filter' },
  ]);
});

it('what others changed stays news until the user has seen it, also after a restart of the worker', async () => {
  await start();
  await ask();
  const [{ atMs: sinceMs } = { atMs: 0 }] = await steward.db.seenPages.toArray();
  changeOutside();
  await open();
  const expected = [
    '1 rule removed outside of Steward',
    'openai: 1 new model',
    'openai: 2 models visible again',
  ];
  const changed = await ask();
  expect(news(changed)).toEqual(expected);
  expect(changed).toMatchObject({ sinceMs, own: [] });
  steward.restartWorker();
  await open();
  expect(news(await ask())).toEqual(expected);
  await see();
  expect(await ask()).toBeNull();
});

it('what Steward changed is no news, and counts as seen', async () => {
  await start();
  await ask();
  await steward.say('Hide o1');
  save();
  await open();
  expect(await ask()).toBeNull();
  const [seen] = await steward.db.seenPages.toArray();
  expect(seen?.context).toMatchObject({ saved: { openai: { ignore: ['*-preview', 'o1'] } } });
});

it('what Steward changed is apart from what others changed, before and after it', async () => {
  await start();
  await ask();
  await steward.say('Hide o1');
  save();
  changeOutside();
  await open();
  await steward.say('Hide o3');
  save();
  await open();
  const changed = await ask();
  expect(news(changed)).toEqual(['1 rule removed outside of Steward', 'openai: 1 new model']);
  expect(changed?.own.map(({ kind, text }) => `${kind} ${english(text)}`)).toEqual([
    'added openai: ignore rule "o3"',
  ]);
});

it('a run that goes on after its page was seen is no news', async () => {
  await start();
  await ask();
  steward.page.fake.faults.beforeEach = (kind) => {
    if (kind === 'add_ignore_rule') void see();
  };
  await steward.say('Hide o1');
  save();
  await open();
  expect(await ask()).toBeNull();
});

it('an undo by the user is no news', async () => {
  await start();
  await ask();
  await steward.say('Hide o1');
  const newest = (await steward.db.checkpoints.toCollection().sortBy('sequence')).at(-1);
  const target = {
    kind: 'undo',
    checkpointId: newest?.id ?? '',
  } as const;
  const { chatId } = steward;
  const preview = await steward.command({ type: 'preview-reversal', chatId, target });
  const { stateHash, position } = preview ?? expect.fail();
  await steward.command({ type: 'reverse', chatId, target, shown: { stateHash, position } });
  expect(await ask()).toBeNull();
});

it('what the user saw goes with its site', async () => {
  await start();
  await ask();
  await steward.db.sites.add({ origin: PAGE_ORIGIN, addedAtMs: 1, isOn: true });
  await steward.command({ type: 'forget-site', origin: PAGE_ORIGIN });
  expect(await steward.db.seenPages.count()).toBe(0);
});
