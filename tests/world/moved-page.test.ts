// @own-modules: startSteward replaces Dexie's IndexedDB in the whole process

import { afterEach, describe, expect, it } from 'vitest';
import { hostPattern } from '@/src/core/host-pattern';
import type { Change } from '@/src/schema/change';
import { say as said } from '@/src/schema/values/said';
import { type FakeModelFilterPage, modelFilterState } from '../fakes/model-filter-page';
import { PAGE_ORIGIN } from './addresses';
import { approveAsShown } from './approvals';
import { createPage } from './page-in-memory';
import { type StewardInMemory, startSteward, TAB_ID } from './steward-in-memory';
import { answersWith, type ModelCall } from './wire-in-memory';

/** Id of the tab in which the page is opened again. */
const NEW_TAB_ID = 8;
const WINDOW = { windowId: 1 };
const RELOAD = 'a reload of the page';

let steward: StewardInMemory;
afterEach(() => steward.close());

const ignore = (pattern: string): ModelCall => ['add_ignore_rule', { pattern }];

/** A chat whose model makes these calls in its responses, one after the other. */
async function start(script: ModelCall[][], permissions: Record<string, 'ask'>): Promise<void> {
  steward = await startSteward({
    context: modelFilterState(),
    endpoint: answersWith(script),
    hasTitle: false,
  });
  // In a tab that the browser opens later, Steward has access to the site only if the user gave it.
  steward.browser.hosts.add(hostPattern(PAGE_ORIGIN) ?? '');
  await steward.command({ type: 'keep-site', origin: PAGE_ORIGIN });
  await steward.command({
    type: 'set-policy',
    chatId: steward.chatId,
    approvalPolicy: 'default',
    permissions,
    planMode: false,
  });
}

const say = (text: string, chatId?: string) => steward.say(text, chatId);

/** Opens the page with this state in another tab, and brings that tab to the front. */
function openTab(
  state = steward.page.fake.state,
  { from, id } = { from: TAB_ID, id: NEW_TAB_ID },
): FakeModelFilterPage {
  const { browser } = steward;
  const page = createPage(browser.extensionId, structuredClone(state));
  const earlier = browser.tabs.get(from) ?? expect.fail('no tab');
  earlier.active = false;
  browser.tabs.set(id, { ...earlier, id, active: true, documentId: `document-${id}`, answer: page.answer });
  browser.loadTab(id);
  return page.fake;
}

const attach = (shownChatId = steward.chatId) =>
  steward.command({ type: 'attach', to: { ...WINDOW, shownChatId } });

/** Opens another chat, “BBB”, about the page in front. */
async function openOther(): Promise<string> {
  const { chatId, command } = steward;
  const opened = await command({ type: 'new-chat', chatId, ...WINDOW });
  const other = opened.chatId ?? expect.fail('no chat');
  await command({ type: 'rename-chat', chatId: other, title: 'BBB' });
  return other;
}

/** Resolves once Steward has observed the page in the new tab. */
async function observed(): Promise<void> {
  const rows = steward.db.pages.filter(({ page }) => page.endsWith(`/tab:${NEW_TAB_ID}`));
  await expect.poll(() => rows.count()).toBe(1);
}

/** The ways in which a chat can come to use another tab of its page. The names complete "when …" and "after …". */
const WAYS: Record<string, () => Promise<FakeModelFilterPage>> = {
  'the panel shows the chat beside it': async () => {
    const fake = openTab();
    steward.browser.closeTab(TAB_ID);
    await attach();
    return fake;
  },
  'the page is found again by itself': async () => {
    const fake = openTab();
    steward.browser.closeTab(TAB_ID);
    steward.browser.loadTab(NEW_TAB_ID);
    await observed();
    return fake;
  },
  'the user binds the chat to it': async () => {
    const { chatId, command } = steward;
    const fake = openTab();
    // Steward doesn't find a tab by itself if another chat is bound to that tab.
    await openOther();
    steward.browser.closeTab(TAB_ID);
    const { stateHash } = await command({ type: 'preview-rebind', chatId, ...WINDOW });
    await command({
      type: 'rebind-chat',
      chatId,
      ...WINDOW,
      expectedStateHash: stateHash,
    });
    return fake;
  },
  'the browser starts again': async () => {
    const fake = openTab();
    steward.browser.closeTab(TAB_ID);
    await steward.browser.session.clear();
    steward.restartWorker();
    await attach();
    return fake;
  },
};
const ways = Object.entries(WAYS);
const [firstWay] = Object.values(WAYS);
const move = () => firstWay?.() ?? expect.fail('no way');

const add = (pattern: string) => (state: FakeModelFilterPage['state']) => {
  const rules = state.drafts.openai ?? { ignore: [], whitelist: [] };
  state.drafts = { openai: { ...rules, ignore: [...rules.ignore, pattern] } };
};

/** The page updates of the chat's results, as the model gets them. */
async function updates(): Promise<string[]> {
  const messages = await steward.db.messages.where({ chatId: steward.chatId }).sortBy('position');
  return messages.flatMap((message) =>
    message.role === 'tool' && message.pageUpdate !== null ? [message.pageUpdate] : [],
  );
}

/** The page changes that were reported with the user's newest message in the chat. */
async function reported(): Promise<readonly Change[]> {
  const messages = await steward.db.messages.where({ chatId: steward.chatId }).sortBy('position');
  return messages.flatMap((message) => (message.role === 'user' ? [message.changes] : [])).at(-1) ?? [];
}

describe('the cause of a change, for a chat whose page moved to another tab,', () => {
  const ASKS = { add_ignore_rule: 'ask', save_changes: 'ask' } as const;

  it.each(ways)('is the chat itself for a call that is approved when %s', async (_way, moveTab) => {
    await start([[ignore('*audio*')]], ASKS);
    await say('Hide audio.');
    const fake = await moveTab();
    await approveAsShown(steward);
    expect(fake.state.drafts).toMatchObject({ openai: { ignore: ['*audio*'] } });
    const [update] = await updates();
    expect(update).toContain('rule_added');
    expect(update).not.toContain('"by"');
    await say('Well?');
    expect(await reported()).toEqual([]);
  });

  it.each<[string, ModelCall[], string]>([
    ['two calls', [ignore('*audio*'), ignore('*mini*')], 'rule_added'],
    ['a call and a save', [ignore('*audio*'), ['save_changes', {}]], 'changes_saved'],
  ])('is the chat itself for %s approved after the move', async (_what, calls, type) => {
    await start([calls], ASKS);
    await say('Do it.');
    await move();
    await approveAsShown(steward);
    const text = (await updates()).join('\n');
    expect(text).toContain(type);
    expect(text).not.toContain('"by"');
  });

  it.each(ways)('is the user for a change that the user makes after %s', async (_way, moveTab) => {
    await start([[]], {});
    await say('Hello.');
    const fake = await moveTab();
    fake.change(add('*mini*'));
    await say('What changed?');
    expect(await reported()).toMatchObject([{ type: 'rule_added', pattern: '*mini*' }]);
    expect((await reported())[0]).not.toHaveProperty('by');
  });

  it.each(['before', 'after'])(
    'is another chat if that chat changed the page in the new tab %s the move',
    async (when) => {
      await start([[], [ignore('*mini*')], []], {});
      await say('Hello.');
      openTab();
      if (when === 'after') {
        steward.browser.closeTab(TAB_ID);
        await attach();
      }
      const other = await openOther();
      await say('Hide mini.', other);
      if (when === 'before') {
        steward.browser.closeTab(TAB_ID);
        await attach();
      }
      await say('What changed?');
      expect(await reported()).toMatchObject([{ pattern: '*mini*', by: 'the chat “BBB”' }]);
    },
  );

  it('is known for the changes in each of three tabs that the page was in', async () => {
    await start([[], [ignore('*mini*')], []], {});
    await say('Hello.');
    const { page } = steward;
    const other = await openOther();
    page.fake.change(add('*first*'));
    await say('Hide mini.', other);
    const second = await move();
    second.change(add('*second*'));
    await attach();
    const third = openTab(second.state, { from: NEW_TAB_ID, id: NEW_TAB_ID + 1 });
    steward.browser.closeTab(NEW_TAB_ID);
    await attach();
    third.change(add('*third*'));
    await say('What changed?');
    expect((await reported()).map(({ pattern, by }) => [pattern, by])).toEqual([
      ['*first*', undefined],
      ['*mini*', 'the chat “BBB”'],
      ['*second*', undefined],
      ['*third*', undefined],
    ]);
  });

  it('is a reload for unsaved changes that the move lost, and the user for a change after the move', async () => {
    await start([[ignore('*audio*')]], {});
    await say('Hide audio.');
    // The new tab shows the rules of the proxy's file, which has none of the unsaved rules.
    const fake = openTab(modelFilterState());
    steward.browser.closeTab(TAB_ID);
    await attach();
    fake.change(add('*mini*'));
    await say('What changed?');
    const changes = await reported();
    expect(changes).toEqual([
      expect.objectContaining({ pattern: '*audio*', by: RELOAD }),
      expect.not.objectContaining({ by: expect.anything() }),
    ]);
    await say('And now?');
    expect(await reported()).toEqual([]);
  });

  it.each([true, false])(
    'is the user in the preview of a rollback after a manual change (moved: %s)',
    async (isMoved) => {
      await start([[ignore('*audio*')]], {});
      await say('Hide audio.');
      const fake = isMoved ? await move() : steward.page.fake;
      fake.change(add('*mini*'));
      const { chatId, command, db } = steward;
      const checkpoint = await db.checkpoints.filter(({ reason }) => reason === 'before-changes').first();
      const target = { kind: 'rollback', checkpointId: checkpoint?.id ?? '' } as const;
      const preview = await command({ type: 'preview-reversal', chatId, target });
      expect(preview).toMatchObject({ changedBy: [said('said.cause.you')] });
    },
  );

  it.each([true, false])(
    'is known for each change when an edited message keeps the page (moved: %s)',
    async (isMoved) => {
      await start([[ignore('*audio*')], [], [ignore('*mini*')], []], {});
      await say('Hide audio.');
      const { chatId, command, db } = steward;
      await say('Hide mini.', await openOther());
      await say('What changed?');
      if (isMoved) await move();
      await say('And now?');
      const messages = await db.messages.where({ chatId }).sortBy('position');
      const messageId = messages.find(({ role }) => role === 'user')?.id ?? '';
      const preview = await command({
        type: 'preview-reversal',
        chatId,
        target: { kind: 'edit', messageId },
      });
      await command({
        type: 'reverse',
        chatId,
        target: { kind: 'edit', messageId, text: 'Well?', strategy: null },
        shown: { stateHash: preview?.stateHash ?? '', position: preview?.position ?? 0 },
      });
      await steward.settled();
      expect((await reported()).map(({ pattern, by }) => [pattern, by])).toEqual([
        ['*audio*', 'the assistant'],
        ['*mini*', 'the chat “BBB”'],
      ]);
    },
  );

  it('is a reload for unsaved changes that a reload of the same tab lost', async () => {
    await start([[ignore('*audio*')]], {});
    await say('Hide audio.');
    const page = createPage(steward.browser.extensionId, modelFilterState());
    const tab = steward.browser.tabs.get(TAB_ID) ?? expect.fail('no tab');
    tab.answer = page.answer;
    steward.browser.loadTab(TAB_ID);
    await say('What changed?');
    expect(await reported()).toMatchObject([{ pattern: '*audio*', by: RELOAD }]);
  });
});
