import { beforeEach, describe, expect, it } from 'vitest';
import type { Notice } from '@/src/background/notifications/notices';
import type { Notifications } from '@/src/background/notifications/notifications';
import { createWaitingNotifier } from '@/src/background/notifications/waiting-notifier';
import { StewardError } from '@/src/core/errors';
import type { LoopEvent } from '@/src/core/records/loop-event';

const ofChat = (chatId: string, kind: Notice['kind'] = 'approval'): Notice => ({
  id: `approval:a-${chatId}`,
  kind,
  chatId,
  place: `Page of ${chatId}`,
});
const SOURCE = { chatId: 'one', runId: 'r', attempt: 1 };
const ASKS: LoopEvent = {
  type: 'status-changed',
  status: { state: 'waiting-for-approval', approvalId: 'a-one' },
};

/** State of browser and database, which outlives a worker. */
function createOutside() {
  return {
    requests: [] as Notice[],
    watched: new Set<string>(),
    badge: null as number | null,
    changed: 0,
    badgeChanged: null as number | null,
    shown: new Map<string, Notice>(),
    reported: [] as readonly string[],
    isWanted: true,
    front: [] as string[],
    panels: [] as number[],
    warnings: [] as string[],
    reads: 0,
    /** Operations that fail while they are in here. */
    broken: new Set<Part>(),
  };
}

type Part = 'record' | 'badge' | 'notices' | 'page' | 'panel';

let outside: ReturnType<typeof createOutside>;

beforeEach(() => {
  outside = createOutside();
});

/** Starts a worker. */
function start() {
  const failsIf = (part: Part) => {
    if (outside.broken.has(part)) throw new StewardError('storage', `No ${part}.`, { remedy: 'Wait.' });
  };
  const notices: Notifications = {
    isWanted: async () => outside.isWanted,
    async shown() {
      failsIf('notices');
      return [...outside.shown.keys()];
    },
    show: async (notice) => void outside.shown.set(notice.id, notice),
    withdraw: async (id) => void outside.shown.delete(id),
    reported: async () => [...outside.reported],
    async storeReported(ids) {
      outside.reported = ids;
    },
  };
  return createWaitingNotifier({
    async current() {
      outside.reads += 1;
      failsIf('record');
      return outside.requests;
    },
    changed: async () => outside.changed,
    badge: {
      async show(waiting, changed) {
        failsIf('badge');
        outside.badge = waiting;
        outside.badgeChanged = changed;
      },
    },
    notices,
    isWatched: (chatId) => outside.watched.has(chatId),
    windowOf: async () => 7,
    async openPanel(windowId) {
      failsIf('panel');
      outside.panels.push(windowId);
    },
    async showChat(chatId, isPanelOpen) {
      failsIf('page');
      outside.front.push(isPanelOpen ? chatId : `${chatId} in a window`);
    },
    logger: { warning: (topic, message) => void outside.warnings.push(`${topic}: ${message}`) },
  });
}

const shown = () => [...outside.shown.values()].map(({ place }) => place);

/** A worker that has seen the request of the chat `one`. */
async function withRequest() {
  const attention = start();
  outside.requests = [ofChat('one')];
  await attention.update();
  return attention;
}

describe('the toolbar button', () => {
  it('counts the approval requests of all chats, and shows nothing if none is pending', async () => {
    const attention = start();
    outside.requests = [ofChat('one'), ofChat('two')];
    await attention.update();
    expect(outside.badge).toBe(2);
    outside.requests = [];
    await attention.update();
    expect(outside.badge).toBe(0);
  });

  it('gets the number of watched pages that changed apart from it', async () => {
    outside.changed = 2;
    await start().update();
    expect([outside.badge, outside.badgeChanged]).toEqual([0, 2]);
  });

  it('doesn’t count a run that ended, which has a notification', async () => {
    const attention = start();
    outside.requests = [ofChat('one', 'ended'), ofChat('two', 'failed'), ofChat('three', 'question')];
    await attention.update();
    expect(outside.badge).toBe(2);
    expect(shown()).toEqual(['Page of one', 'Page of two', 'Page of three']);
  });

  it('follows the loop’s events, and updates once for simultaneous ones', async () => {
    const attention = start();
    outside.requests = [ofChat('one')];
    attention.emit(SOURCE, ASKS);
    attention.emit(SOURCE, ASKS);
    attention.emit(SOURCE, { type: 'chunk-received', messageId: 'm', kind: 'content', text: 'Hm' });
    await attention.update();
    expect(outside.badge).toBe(1);
    expect(outside.reads).toBe(1);
  });

  it('shows the result of the later of two updates, whichever was started first', async () => {
    const attention = start();
    outside.requests = [ofChat('one')];
    const first = attention.update();
    await Promise.resolve();
    outside.requests = [];
    await Promise.all([first, attention.update()]);
    expect(outside.badge).toBe(0);
  });
});

describe('a notification', () => {
  it('is shown once for a request in an unwatched chat, and withdrawn when it is decided', async () => {
    const attention = await withRequest();
    expect(shown()).toEqual(['Page of one']);
    outside.requests = [];
    await attention.update();
    expect(shown()).toEqual([]);
    expect(outside.reported).toEqual([]);
  });

  it('that the user dismissed is not shown again, even by the next worker', async () => {
    outside.requests = [ofChat('one')];
    await start().update();
    outside.shown.clear();
    await start().update();
    expect(shown()).toEqual([]);
  });

  it('is not shown while a panel watches, nor after that panel was closed', async () => {
    const attention = start();
    outside.watched.add('one');
    outside.requests = [ofChat('one'), ofChat('two')];
    await attention.update();
    expect(shown()).toEqual(['Page of two']);
    outside.watched.clear();
    await attention.update();
    expect(shown()).toEqual(['Page of two']);
    expect(outside.badge).toBe(2);
  });

  it('is only shown if wanted, and withdrawn when the setting is turned off', async () => {
    const attention = start();
    outside.isWanted = false;
    outside.requests = [ofChat('one')];
    await attention.update();
    expect(shown()).toEqual([]);
    expect(outside.badge).toBe(1);
    outside.isWanted = true;
    await attention.update();
    expect(shown()).toEqual(['Page of one']);
    outside.isWanted = false;
    await attention.update();
    expect(shown()).toEqual([]);
  });

  it('opens its chat and the panel when clicked, and is withdrawn', async () => {
    const attention = start();
    outside.requests = [ofChat('one'), ofChat('two')];
    await attention.update();
    const following = attention.follow('approval:a-two@7');
    // Before anything is awaited, while the browser counts it as the user's.
    expect(outside.panels).toEqual([7]);
    await following;
    expect(outside.front).toEqual(['two']);
    expect(shown()).toEqual(['Page of one']);
  });

  it.each(['approval:a-gone', 'something:else', ''])('with the id “%s” opens nothing', async (id) => {
    const attention = await withRequest();
    await attention.follow(id);
    expect(outside.front).toEqual([]);
    expect(shown()).toEqual(['Page of one']);
    expect(outside.warnings).toEqual([]);
  });
});

describe('a failure', () => {
  it.each(['record', 'badge', 'notices'] as const)(
    'is logged once and doesn’t stop other work: %s',
    async (part) => {
      const attention = start();
      outside.requests = [ofChat('one')];
      outside.broken.add(part);
      await attention.update();
      await attention.update();
      expect(outside.warnings).toHaveLength(1);
      expect(outside.warnings[0]).toContain(`No ${part}.`);
      if (part !== 'badge') expect(outside.badge).toBe(part === 'record' ? null : 1);
      if (part === 'badge') expect(shown()).toEqual(['Page of one']);

      outside.broken.clear();
      await attention.update();
      expect([outside.badge, shown()]).toEqual([1, ['Page of one']]);
      outside.broken.add(part);
      await attention.update();
      expect(outside.warnings).toHaveLength(2);
    },
  );

  it('of the panel shows the chat in a window: Firefox counts the click as no user action', async () => {
    const attention = start();
    outside.requests = [ofChat('one')];
    outside.broken.add('panel');
    await attention.follow('approval:a-one@7');
    expect(outside.front).toEqual(['one in a window']);
    expect(outside.warnings).toEqual([]);
  });

  it('of a click is logged each time', async () => {
    const attention = start();
    outside.requests = [ofChat('one')];
    outside.broken.add('page');
    await attention.follow('approval:a-one');
    await attention.follow('approval:a-one');
    expect(outside.warnings).toHaveLength(2);
  });
});
