import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { createNotifications, readNotificationId } from '@/src/background/notifications/notifications';
import { badgeOf, createToolbarBadge } from '@/src/background/notifications/toolbar-badge';
import { listenForNotifications } from '@/src/background/notifications/waiting-notifier';
import { EXTENSION_SETTINGS } from '@/src/schema/values/extension-settings';
import { say } from '@/src/schema/values/said';
import { currentWording } from '@/src/texts/i18n';

const wording = async () => currentWording();

/** An event of the browser with its listeners. */
function createEvent<Args extends unknown[]>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    addListener: (listener: (...args: Args) => void) => void listeners.add(listener),
    fire(...args: Args) {
      for (const listener of listeners) listener(...args);
    },
    count: () => listeners.size,
  };
}

/** The browser’s notifications, available once they are permitted. */
function fakeNotificationsApi() {
  const all = new Map<string, object>();
  return {
    all,
    onClicked: createEvent<[id: string]>(),
    create: async (id: string, options: object) => {
      all.set(id, options);
      return id;
    },
    clear: async (id: string) => all.delete(id),
    getAll: async () => Object.fromEntries([...all.keys()].map((id) => [id, true])),
  };
}

let notifications: ReturnType<typeof fakeNotificationsApi>;
let granted: boolean;

beforeEach(async () => {
  granted = true;
  notifications = fakeNotificationsApi();
  Object.assign(browser, { notifications });
  Object.assign(browser.permissions, { contains: async () => granted });
  await browser.storage.local.clear();
  await browser.storage.session.clear();
});

describe('the badge', () => {
  it.each([
    [0, 0, '', 'Open Steward beside this page'],
    [1, 0, '1', 'Open Steward beside this page — 1 chat waits for you'],
    [99, 0, '99', 'Open Steward beside this page — 99 chats wait for you'],
    [100, 3, '99+', 'Open Steward beside this page — 100 chats wait for you'],
    [0, 1, '1', 'Open Steward beside this page — 1 watched page has changed'],
    [0, 2, '2', 'Open Steward beside this page — 2 watched pages have changed'],
  ])('for %i chats and %i changed pages reads “%s”', (waiting, changed, text, title) => {
    expect(badgeOf(waiting, changed, currentWording())).toEqual({ text, title });
  });

  it('is shown on the button with its colors and title', async () => {
    const told: object[] = [];
    const note = async (details: object) => void told.push(details);
    Object.assign(browser, {
      action: { setBadgeText: note, setBadgeBackgroundColor: note, setBadgeTextColor: note, setTitle: note },
    });
    await createToolbarBadge(wording).show(1, 0);
    expect(told).toContainEqual({ text: '1' });
    expect(told).toContainEqual({ title: badgeOf(1, 0, currentWording()).title });
    expect(told.filter((details) => 'color' in details)).toHaveLength(2);
  });
});

describe('notifications', () => {
  const request = { id: 'approval:a', kind: 'approval' as const, chatId: 'c', place: 'Model filter' };

  it('contain the page’s title and nothing else of the page', async () => {
    await createNotifications(wording).show(request, 7);
    expect([...notifications.all]).toEqual([
      [
        'approval:a@7',
        expect.objectContaining({ title: 'Model filter', message: 'A change waits for your decision.' }),
      ],
    ]);
  });

  it('truncate a long title', async () => {
    await createNotifications(wording).show({ ...request, place: 'x'.repeat(500) }, null);
    const [options] = notifications.all.values();
    expect(options).toMatchObject({ title: `${'x'.repeat(79)}…` });
  });

  it('name the number of sites', async () => {
    await createNotifications(wording).show({ ...request, place: say('sites.count', { count: 3 }) }, null);
    expect([...notifications.all.values()]).toEqual([expect.objectContaining({ title: '3 sites' })]);
  });

  it.each(['approval:a', 'sites:a', 'run:a:5'])(
    'map %s back to its notice, and only Steward’s own do',
    async (id) => {
      const notices = createNotifications(wording);
      await notices.show({ ...request, id }, null);
      notifications.all.set('other', {});
      expect(await notices.shown()).toEqual([id]);
      await notices.withdraw(id);
      expect([...notifications.all.keys()]).toEqual(['other']);
    },
  );

  it.each([
    [undefined, true, false],
    [true, true, true],
    [true, false, false],
    [false, true, false],
    ['true', true, false],
  ])('with setting %j and permission %j are wanted: %j', async (kept, isGranted, expected) => {
    if (kept !== undefined) await browser.storage.local.set({ [EXTENSION_SETTINGS.notifies.key]: kept });
    granted = isGranted;
    expect(await createNotifications(wording).isWanted()).toBe(expected);
  });

  it('without permission do nothing', async () => {
    Object.assign(browser, { notifications: undefined });
    const notices = createNotifications(wording);
    await notices.show(request, null);
    await notices.withdraw('approval:a');
    expect(await notices.shown()).toEqual([]);
  });

  it('remember the reported requests of this session, and ignore invalid stored data', async () => {
    const notices = createNotifications(wording);
    expect(await notices.reported()).toEqual([]);
    await notices.storeReported(['a', 'b']);
    expect(await createNotifications(wording).reported()).toEqual(['a', 'b']);
    await browser.storage.session.set({ 'reported-notices': 'a' });
    expect(await notices.reported()).toEqual([]);
  });
});

it.each([
  ['approval:a@12', { id: 'approval:a', windowId: 12 }],
  ['approval:a', { id: 'approval:a', windowId: null }],
  ['run:r:1700@3', { id: 'run:r:1700', windowId: 3 }],
  ['something:else', null],
  ['approval:', null],
  ['', null],
])('the id %j is read as %j', (systemId, expected) => {
  expect(readNotificationId(systemId)).toEqual(expected);
});

describe('the listeners', () => {
  function listen() {
    const events = {
      startup: createEvent<[]>(),
      changed: createEvent<[changes: object, area: string]>(),
      added: createEvent<[]>(),
      removed: createEvent<[]>(),
    };
    Object.assign(browser.runtime, { onStartup: events.startup });
    Object.assign(browser.storage, { onChanged: events.changed });
    Object.assign(browser.permissions, { onAdded: events.added, onRemoved: events.removed });
    const attention = { update: vi.fn(async () => undefined), follow: vi.fn(async () => undefined) };
    listenForNotifications(attention);
    return { ...events, attention };
  }

  it('trigger an update at the worker’s start and after each relevant change', () => {
    const { attention, startup, changed, added, removed } = listen();
    expect(attention.update).toHaveBeenCalledTimes(1);
    startup.fire();
    changed.fire({ [EXTENSION_SETTINGS.notifies.key]: {} }, 'local');
    added.fire();
    removed.fire();
    expect(attention.update).toHaveBeenCalledTimes(5);
    changed.fire({ [EXTENSION_SETTINGS.notifies.key]: {} }, 'session');
    changed.fire({ other: {} }, 'local');
    expect(attention.update).toHaveBeenCalledTimes(5);
  });

  it('handle clicks', () => {
    const { attention } = listen();
    notifications.onClicked.fire('approval:a');
    expect(attention.follow).toHaveBeenCalledExactlyOnceWith('approval:a');
  });

  it('handle clicks once notifications are permitted, each only once', () => {
    Object.assign(browser, { notifications: undefined });
    const { attention, added } = listen();
    Object.assign(browser, { notifications });
    added.fire();
    added.fire();
    expect(notifications.onClicked.count()).toBe(1);
    notifications.onClicked.fire('approval:a');
    expect(attention.follow).toHaveBeenCalledTimes(1);
  });
});
