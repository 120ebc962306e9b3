import type { Logger } from '@/src/core/logging/log-entry';

/** The fields of a message's sender that are logged. */
interface RefusedSender {
  id?: string | undefined;
  url?: string | undefined;
  tab?: { id?: number | undefined } | undefined;
  frameId?: number | undefined;
}

/** Longest URL that is logged, in UTF-16 units. */
const MAX_ADDRESS_LENGTH = 300;

/** The kind of a refused message, and the reason as logged. */
export interface RefusedMessage {
  what: 'command' | 'notice' | 'port' | 'watch-request' | 'message';
  why: string;
}

/** Logs refused messages without their content, which may contain a key. */
export function logRefusedMessages(logger: Pick<Logger, 'warning'>) {
  return ({ what, why }: RefusedMessage, { id, url, tab, frameId }: RefusedSender): void => {
    logger.warning('security.refused', `Steward refused a ${what}: ${why}.`, {
      data: {
        what,
        why,
        senderId: id ?? null,
        senderUrl: url === undefined ? null : addressOf(url),
        tabId: tab?.id ?? null,
        frameId: frameId ?? null,
      },
    });
  };
}

/** A sender's URL without parts that may be secret. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'unreadable';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`.slice(0, MAX_ADDRESS_LENGTH);
}
