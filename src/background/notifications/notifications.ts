import { browser } from 'wxt/browser';
import { z } from 'zod';
import { EXTENSION_SETTINGS, readSetting } from '@/src/schema/values/extension-settings';
import { i18n } from '@/src/texts/i18n';
import type { Notice, NoticeKind } from './notices';

const { notifies: SWITCH } = EXTENSION_SETTINGS;

/** The system’s notifications. Ids are those of notices. */
export interface Notifications {
  /** True if the user wants them and the browser permits them. */
  isWanted(): Promise<boolean>;
  shown(): Promise<string[]>;
  /** `windowId`: the window of the chat's page; null if the page is closed. */
  show(notice: Notice, windowId: number | null): Promise<void>;
  withdraw(id: string): Promise<void>;
  /**
   * Notices already reported to the user. Stored for the browser session, so that a restarted worker doesn't
   * notify twice.
   */
  reported(): Promise<string[]>;
  storeReported(ids: readonly string[]): Promise<void>;
}

const REPORTED_KEY = 'reported-notices';
const reportedSchema = z.array(z.string());

/** A page chooses its title, so its length is bounded in notifications. */
const MAX_TITLE_LENGTH = 80;

const MESSAGES = {
  approval: 'notifications.message.approval',
  question: 'notifications.message.question',
  continue: 'notifications.message.continue',
  endpoint: 'notifications.message.endpoint',
  failed: 'notifications.message.failed',
  ended: 'notifications.message.ended',
} as const satisfies Record<NoticeKind, string>;

/**
 * The notice of a system notification, and the window in which its panel opens; null if it is another kind of
 * notification. The window is a part of the id: the browser opens a panel only at once, before anything can be read.
 */
export function readNotificationId(systemId: string): { id: string; windowId: number | null } | null {
  const parts = /^((?:approval|run):[^@]+)(?:@(\d+))?$/.exec(systemId);
  const [, id, windowId] = parts ?? [];
  return id === undefined ? null : { id, windowId: windowId === undefined ? null : Number(windowId) };
}

/** The browser’s notifications; undefined without the permission. */
export function notificationsApi(): typeof browser.notifications | undefined {
  return browser.notifications;
}

export function createNotifications(): Notifications {
  async function systemIds(): Promise<string[]> {
    // Without the optional permission there are no notifications.
    return Object.keys((await notificationsApi()?.getAll()) ?? {});
  }

  return {
    async isWanted() {
      const { [SWITCH.key]: stored } = await browser.storage.local.get(SWITCH.key);
      return (
        readSetting(SWITCH, stored) &&
        (await browser.permissions.contains({ permissions: ['notifications'] }))
      );
    },

    async shown() {
      return (await systemIds()).flatMap((systemId) => readNotificationId(systemId)?.id ?? []);
    },

    async show({ id, kind, pageTitle }, windowId) {
      await notificationsApi()?.create(windowId === null ? id : `${id}@${windowId}`, {
        type: 'basic',
        iconUrl: browser.runtime.getURL('/icons/128.png'),
        title: shortened(pageTitle),
        message: i18n.t(MESSAGES[kind]),
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
