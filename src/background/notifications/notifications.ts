import { browser } from 'wxt/browser';
import { z } from 'zod';
import type { Wording } from '@/src/core/text/wording';
import { keysOf, settingIn } from '@/src/schema/values/managed-policy';
import { say, type TextKey } from '@/src/schema/values/said';
import type { Notice, NoticeKind } from './notices';

/** The system’s notifications, identified by the ids of notices. */
export interface Notifications {
  /** True if the user has switched notifications on and the browser permits them. */
  isWanted(): Promise<boolean>;
  shown(): Promise<string[]>;
  /** `windowId` is the window of the chat's page; null if the page is closed. */
  show(notice: Notice, windowId: number | null): Promise<void>;
  withdraw(id: string): Promise<void>;
  /**
   * Notices already reported to the user. Stored for the browser session, so that a restarted worker does not report
   * them again.
   */
  reported(): Promise<string[]>;
  storeReported(ids: readonly string[]): Promise<void>;
}

const REPORTED_KEY = 'reported-notices';
const reportedSchema = z.array(z.string());

/** Limits the page's title, which the page chooses, in notifications. In UTF-16 units. */
const MAX_TITLE_LENGTH = 80;

const MESSAGES = {
  approval: 'notifications.message.approval',
  question: 'notifications.message.question',
  continue: 'notifications.message.continue',
  endpoint: 'notifications.message.endpoint',
  failed: 'notifications.message.failed',
  ended: 'notifications.message.ended',
} as const satisfies Record<NoticeKind, TextKey>;

/**
 * Parses the id of a system notification into the id of its notice and the window in which its panel opens; null for
 * another kind of notification. The id contains the window, because the browser opens a panel only before anything
 * asynchronous.
 */
export function readNotificationId(systemId: string): { id: string; windowId: number | null } | null {
  const parts = /^((?:approval|run|sites):[^@]+)(?:@(\d+))?$/.exec(systemId);
  const [, id, windowId] = parts ?? [];
  return id === undefined ? null : { id, windowId: windowId === undefined ? null : Number(windowId) };
}

/** The browser’s notification API; undefined without the permission. */
export function notificationsApi(): typeof browser.notifications | undefined {
  return browser.notifications;
}

/** `wording`: the words of the user's language. */
export function createNotifications(wording: () => Promise<Wording>): Notifications {
  async function systemIds(): Promise<string[]> {
    // Without the optional permission there are no notifications.
    return Object.keys((await notificationsApi()?.getAll()) ?? {});
  }

  return {
    async isWanted() {
      return (
        settingIn('notifies', await browser.storage.local.get(keysOf('notifies'))) &&
        (await browser.permissions.contains({ permissions: ['notifications'] }))
      );
    },

    async shown() {
      return (await systemIds()).flatMap((systemId) => readNotificationId(systemId)?.id ?? []);
    },

    async show({ id, kind, place }, windowId) {
      const words = await wording();
      await notificationsApi()?.create(windowId === null ? id : `${id}@${windowId}`, {
        type: 'basic',
        iconUrl: browser.runtime.getURL('/icons/128.png'),
        title: shortened(words.text(place)),
        message: words.text(say(MESSAGES[kind])),
      });
    },

    async withdraw(id) {
      for (const systemId of await systemIds()) {
        if (readNotificationId(systemId)?.id === id) await notificationsApi()?.clear(systemId);
      }
    },

    async reported() {
      const stored = await browser.storage.session.get(REPORTED_KEY);
      const parsed = reportedSchema.safeParse(stored[REPORTED_KEY]);
      return parsed.success ? parsed.data : [];
    },

    async storeReported(ids) {
      await browser.storage.session.set({ [REPORTED_KEY]: ids });
    },
  };
}

function shortened(title: string): string {
  return title.length > MAX_TITLE_LENGTH ? `${title.slice(0, MAX_TITLE_LENGTH - 1)}…` : title;
}
