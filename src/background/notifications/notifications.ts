import { browser } from 'wxt/browser';
import { z } from 'zod';
import { NOTIFICATIONS_KEY } from '@/src/messages/channels';
import type { WaitingRequest } from './waiting-requests';

/** The system’s notifications about approval requests. Ids are those of the approvals. */
export interface Notifications {
  /** True if the user wants them and the browser permits them. */
  isWanted(): Promise<boolean>;
  shown(): Promise<string[]>;
  show(request: WaitingRequest): Promise<void>;
  withdraw(approvalId: string): Promise<void>;
  /**
   * Requests already reported to the user. Stored for the browser session, so that a restarted worker doesn't
   * notify twice.
   */
  reported(): Promise<string[]>;
  storeReported(approvalIds: readonly string[]): Promise<void>;
}

const ID_PREFIX = 'approval:';
const REPORTED_KEY = 'reported-approvals';
const reportedSchema = z.array(z.string());

/** A page chooses its title, so its length is bounded in notifications. */
const MAX_TITLE_LENGTH = 80;

/** The approval of a notification; null if it is another kind of notification. */
export function approvalOfNotification(noticeId: string): string | null {
  return noticeId.startsWith(ID_PREFIX) ? noticeId.slice(ID_PREFIX.length) : null;
}

/** The browser’s notifications; undefined without the permission. */
export function notificationsApi(): typeof browser.notifications | undefined {
  return browser.notifications;
}

export function createNotifications(): Notifications {
  return {
    async isWanted() {
      const { [NOTIFICATIONS_KEY]: isOn } = await browser.storage.local.get(NOTIFICATIONS_KEY);
      return isOn === true && (await browser.permissions.contains({ permissions: ['notifications'] }));
    },

    async shown() {
      // Without the optional permission there are no notifications.
      const all = (await notificationsApi()?.getAll()) ?? {};
      return Object.keys(all).flatMap((id) => approvalOfNotification(id) ?? []);
    },

    async show({ approvalId, pageTitle }) {
      await notificationsApi()?.create(ID_PREFIX + approvalId, {
        type: 'basic',
        iconUrl: browser.runtime.getURL('/icons/128.png'),
        title: shortened(pageTitle),
        message: 'A change waits for your decision.',
      });
    },

    async withdraw(approvalId) {
      await notificationsApi()?.clear(ID_PREFIX + approvalId);
    },

    async reported() {
      const stored = await browser.storage.session.get(REPORTED_KEY);
      const parsed = reportedSchema.safeParse(stored[REPORTED_KEY]);
      return parsed.success ? parsed.data : [];
    },

    async storeReported(approvalIds) {
      await browser.storage.session.set({ [REPORTED_KEY]: approvalIds });
    },
  };
}

function shortened(title: string): string {
  return title.length > MAX_TITLE_LENGTH ? `${title.slice(0, MAX_TITLE_LENGTH - 1)}…` : title;
}
