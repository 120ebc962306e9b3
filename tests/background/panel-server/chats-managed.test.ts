import { beforeEach, describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { createSites } from '@/src/background/sites/sites';
import { createTabGrants } from '@/src/background/sites/tab-grants';
import { NO_POLICY } from '@/src/schema/values/managed-policy';
import { HERE } from '../../fakes/copied-chat';
import { aChat } from '../a-chat';
import { type ChatsRig, createChatsRig } from './chats-rig';

let rig: ChatsRig;

beforeEach(async () => {
  rig = createChatsRig((db) =>
    createSites({
      db,
      clock: { now: () => 7 },
      policy: async () => db.policy,
      access: {
        isGranted: async () => false,
        isGrantedAtInstall: () => false,
        removePermission: async () => undefined,
        registerScripts: async () => undefined,
        isStewardOn: async () => true,
        switchSteward: async () => undefined,
      },
      grants: createTabGrants(),
      onChange: () => undefined,
      onSwitch: () => undefined,
    }),
  );
  await rig.db.chats.add(aChat({ binding: HERE }));
});

describe('in a chat whose organisation has set that models take no images', () => {
  it.each([true, false])('the user can still choose a model (%s)', async (takesImages) => {
    rig.db.policy = { ...NO_POLICY, chatSettings: { takesImages } };
    await rig.chats.chooseModel('c', 'home', 'gpt-mini');
    expect((await rig.chats.byId('c')).settings).toMatchObject({ model: 'gpt-mini', takesImages });
  });
});

describe('when the organisation’s policy ends', () => {
  it('the user’s own choices hold again, also after a change of another setting', async () => {
    await rig.chats.setSettings('c', { roundsPerRun: 30 });
    await rig.chats.setPolicy('c', {
      approvalPolicy: 'default',
      permissions: { add: 'allow' },
      planMode: false,
    });
    // For example because an entry is misspelt for a day.
    rig.db.policy = { ...NO_POLICY, mostPermission: 'read-only', chatSettings: { roundsPerRun: 3 } };
    await rig.chats.setSettings('c', { streaming: false });
    rig.db.policy = NO_POLICY;
    expect((await rig.chats.byId('c')).settings).toMatchObject({
      streaming: false,
      roundsPerRun: 30,
      approvalPolicy: 'default',
      permissions: { add: 'allow' },
    });
  });
});

describe('beside a page whose address the browser hides until the user clicks the toolbar button', () => {
  it.each([
    ['without a policy', null],
    ['that the organisation may allow', ['https://proxy.corp.example']],
  ])('the panel doesn’t say that the organisation forbids it: %s', async (_, allowedPages) => {
    rig.db.policy = { ...NO_POLICY, allowedPages };
    // The address of a tab is hidden from an extension without access to it.
    Object.assign(browser.tabs, { query: async () => [{ id: 1 }] });
    const { page } = await rig.chats
      .attach(1, undefined)
      .catch(() => ({ page: { state: 'asked the page' } }));
    expect(page).not.toMatchObject({ state: 'off', scope: 'managed' });
  });
});
