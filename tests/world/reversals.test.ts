// @own-modules: startSteward replaces Dexie's IndexedDB in the whole process
import { afterEach, describe, expect, it } from 'vitest';
import type { RollbackPreview } from '@/src/core/checkpoints/rollback';
import type { ShownBasis } from '@/src/core/checkpoints/rollback-inputs';
import { LOST_CHANGES_PREFIX } from '@/src/messages/channels';
import { modelFilterState } from '../fakes/model-filter-page';
import { approveAsShown } from './approvals';
import { createPage } from './page-in-memory';
import { type StewardInMemory, startSteward, TAB_ID } from './steward-in-memory';
import { answersWith, type ModelCall } from './wire-in-memory';

const RULES = ['*audio*', '*mini*'];
const ADD: ModelCall[] = RULES.map((pattern) => ['add_ignore_rule', { pattern }]);
const DRAFTS = { openai: { ignore: RULES, whitelist: [] } };

let steward: StewardInMemory;
afterEach(() => steward.close());

/** A chat whose model makes these calls in its responses, one after the other; the first one waits for `isFree`. */
async function start(
  script: ModelCall[][],
  isFree: Promise<void> = Promise.resolve(),
): Promise<{ answered(): number }> {
  let answered = 0;
  const answer = answersWith(script);
  steward = await startSteward({
    context: modelFilterState(),
    async endpoint() {
      answered += 1;
      if (answered === 1) await isFree;
      return answer();
    },
    hasTitle: false,
  });
  return { answered: () => answered };
}

const say = () => steward.say('Do it.');

async function approve(chatId: string): Promise<void> {
  await steward.settled(chatId);
  await approveAsShown(steward, chatId);
}

/** Loads the page again: it shows the saved rules, and its content script has to be injected again. */
function reload() {
  const { browser } = steward;
  const page = createPage(browser.extensionId, modelFilterState({ provider: 'gemini' }));
  const tab = browser.tabs.get(TAB_ID);
  if (tab === undefined) throw new Error('no tab');
  tab.answer = page.answer;
  browser.loadTab(TAB_ID);
  return page.fake;
}

/** The basis of a preview, as the panel sends it: the state of the page and the position in the conversation. */
function basisOf(preview: ShownBasis | null): ShownBasis {
  const { stateHash, position } = preview ?? expect.fail('no preview');
  return { stateHash, position };
}

/** The offer to restore lost changes, as the panel reads it. */
async function offer() {
  const key = LOST_CHANGES_PREFIX + steward.chatId;
  return ((await steward.browser.session.get(key))[key] ?? null) as {
    stateHash: string;
    position: number;
    differences: { text: string }[];
  } | null;
}

async function lose() {
  await start([ADD]);
  await say();
  expect(steward.page.fake.state.drafts).toEqual(DRAFTS);
  expect(await offer()).toBeNull();
  const fake = reload();
  await expect.poll(offer).not.toBeNull();
  return fake;
}

/** Rolls back to the newest checkpoint that was taken for this reason. */
async function rollBackTo(reason: string): Promise<void> {
  const { chatId, command, db } = steward;
  const checkpoints = await db.checkpoints.orderBy('[chatId+sequence]').toArray();
  const checkpoint = checkpoints.findLast((row) => row.reason === reason);
  const checkpointId = checkpoint?.id ?? '';
  const preview = await command({
    type: 'preview-reversal',
    chatId,
    target: { kind: 'rollback', checkpointId },
  });
  const target = { kind: 'rollback', checkpointId, strategy: { strategy: 'replace' } } as const;
  await command({ type: 'reverse', chatId, target, shown: basisOf(preview) });
}

async function restore(): Promise<void> {
  const shown = basisOf(await offer());
  const target = { kind: 'restore-unsaved' } as const;
  await steward.command({ type: 'reverse', chatId: steward.chatId, target, shown });
}

describe('a page that is loaded again', () => {
  it('during a request gets no call of a model that knows the page before, and the run ends well', async () => {
    let release = () => {};
    const model = await start([ADD], new Promise((resolve) => (release = resolve)));
    await steward.send('Do it.');
    await expect.poll(model.answered).toBe(1);
    const fake = reload();
    release();
    const run = await steward.settled();
    expect(run).toMatchObject({ status: { outcome: 'completed' }, error: null });
    const results = await steward.db.messages.filter(({ role }) => role === 'tool').toArray();
    expect(results).toMatchObject(
      RULES.map(() => ({ result: { success: false, error_code: 'page_changed' } })),
    );
    expect(fake.state.drafts).toEqual({});
  });

  it('has its unsaved changes offered, and restored on a click, beside the provider that it shows now', async () => {
    const fake = await lose();
    expect((await offer())?.differences.map(({ text }) => text)).toEqual(
      RULES.map((pattern) => `openai: ignore rule "${pattern}"`),
    );
    await restore();
    expect(fake.state).toMatchObject({ provider: 'gemini', drafts: DRAFTS });
    expect(await offer()).toBeNull();
  });

  it('has them offered no more once the user rolls it back to a checkpoint', async () => {
    await lose();
    await restore();
    const fake = reload();
    await expect.poll(offer).not.toBeNull();
    await rollBackTo('before-changes');
    expect(await offer()).toBeNull();
    expect(fake.state.drafts).toEqual({});
  });
});

it('after a rollback past a save the earlier rules are restored as unsaved changes, and saved once that is approved', async () => {
  await start([ADD, [], [['save_changes', {}]], []]);
  const { chatId, command, db, page } = steward;
  await say();
  await say();
  await approve(chatId);
  expect(page.fake.proxy.file).toEqual(DRAFTS);

  await rollBackTo('before-changes');
  const look = () => command({ type: 'preview-reversal', chatId, target: { kind: 'restore-saved' } });
  const offered = await look();
  expect(offered).toMatchObject({
    note: 'Clients still get the rules you saved.',
    canSave: false,
    restore: { differences: RULES.map((pattern) => ({ text: `openai: ignore rule "${pattern}"` })) },
  });
  const target = { kind: 'restore-saved' } as const;
  await command({ type: 'reverse', chatId, target, shown: basisOf(offered) });
  expect(page.fake.state.drafts).toEqual({});
  expect(page.fake.proxy.file).toEqual(DRAFTS);
  expect(await look()).toMatchObject({ restore: null, canSave: true });

  await command({ type: 'save-page', chatId });
  await steward.settled();
  expect(page.fake.proxy.file).toEqual(DRAFTS);
  await approve(chatId);
  expect(page.fake.proxy.file).toEqual({});
  expect(await look()).toBeNull();
  const audit = await db.audit.orderBy('[origin+sequence]').toArray();
  expect(audit.map(({ action, subject, savedBefore }) => [action, subject, savedBefore])).toEqual([
    ['call', 'add_ignore_rule', null],
    ['call', 'add_ignore_rule', null],
    ['call', 'save_changes', '{}'],
    ['rollback', expect.any(String), null],
    ['restore-saved', expect.stringContaining(RULES[0] ?? ''), null],
    ['call', 'save_changes', JSON.stringify(DRAFTS)],
  ]);
});

describe('the preview of a rollback', () => {
  /** The spoken messages that are not set aside. */
  const spoken = () =>
    steward.db.messages
      .where({ chatId: steward.chatId })
      .filter(({ role, discardedBy }) => discardedBy === null && (role === 'user' || role === 'assistant'))
      .count();

  const MEANWHILE: Record<string, () => Promise<void>> = {
    'a message from another panel': async () => {
      await say();
    },
    'a message of another chat': async () => {
      const { chatId, command, settled } = steward;
      const opened = await command({ type: 'new-chat', chatId, windowId: null });
      const other = opened.chatId ?? expect.fail('no chat');
      const patch = { sendsMessages: true };
      await command({ type: 'set-settings', chatId: other, patch });
      const before = await spoken();
      await steward.send('Tell it.', other);
      await approve(other);
      await expect.poll(spoken).toBe(before + 1);
      await settled();
    },
  };

  it.each(
    Object.entries(MEANWHILE).flatMap(([what, happens]) => [
      { what, happens, reason: 'before-changes' as const },
      { what, happens, reason: 'before-rollback' as const },
    ]),
  )(
    'to a checkpoint ($reason) is refused as outdated after $what, and a new preview is accepted',
    async ({ happens, reason }) => {
      const tell = { chat: 'Target', message: 'Well?', wait: false };
      await start([
        ADD,
        [],
        ...(happens === MEANWHILE['a message of another chat']
          ? [[['send_message', tell]] as ModelCall[]]
          : []),
      ]);
      const { chatId, command, db } = steward;
      await command({ type: 'rename-chat', chatId, title: 'Target' });
      await say();
      if (reason === 'before-rollback') await rollBackTo('before-changes');
      const checkpoint = await db.checkpoints.filter((row) => row.reason === reason).last();
      const target = { kind: 'rollback', checkpointId: checkpoint?.id ?? '' } as const;
      const preview = () => command({ type: 'preview-reversal', chatId, target });
      const reverse = (shown: Awaited<ReturnType<typeof preview>>) =>
        command({
          type: 'reverse',
          chatId,
          target: { ...target, strategy: { strategy: 'replace' } },
          shown: basisOf(shown),
        });
      const outdated = await preview();
      await happens();
      const before = await spoken();
      await expect(reverse(outdated)).rejects.toMatchObject({ code: 'conflict' });
      expect(await spoken()).toBe(before);
      const renewed = await preview();
      const { messagesSetAside, messagesBroughtBack } = renewed as RollbackPreview;
      await reverse(renewed);
      expect(await spoken()).toBe(before - messagesSetAside + messagesBroughtBack);
    },
  );
});
