import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';
import { COMMAND_CHANNEL } from '@/src/messages/channels';
import type { Command, CommandMessage, ResultOf } from '@/src/messages/commands';
import { type Reply, unwrapReply } from '@/src/messages/reply';
import { i18n } from '@/src/texts/i18n';

/**
 * Sends a command to the background and waits for the reply. Rejects with the StewardError that the background
 * returned, or with `protocol` if there was no reply.
 */
export async function sendCommand<Sent extends Command>(command: Sent): Promise<ResultOf<Sent['type']>> {
  return sendUnlessTaken(command, async () => false);
}

/** As {@link sendCommand}, for a command that must not be carried out twice. `isTaken`: resolves with true if it was carried out. */
export async function sendUnlessTaken<Sent extends Command>(
  command: Sent,
  isTaken: () => Promise<boolean>,
): Promise<ResultOf<Sent['type']>> {
  const message: CommandMessage = { channel: COMMAND_CHANNEL, command };
  return unwrapReply(await post<ResultOf<Sent['type']>>(message, isTaken));
}

/**
 * Error of the browsers for a message without a receiver: the background was just stopping, and the next message starts it. Firefox reports
 * the same of a background that has received the message, and ended before its reply.
 */
const UNRECEIVED = /receiving end does not exist/i;

async function post<Value>(
  message: CommandMessage,
  isTaken: () => Promise<boolean>,
): Promise<Reply<Value> | undefined> {
  try {
    return await browser.runtime.sendMessage(message).catch(async (cause: unknown) => {
      if (!UNRECEIVED.test(String(cause)) || (await isTaken())) throw cause;
      return browser.runtime.sendMessage(message);
    });
  } catch (cause) {
    throw new StewardError('protocol', i18n.t('link.noResponse.message'), {
      remedy: i18n.t('link.noResponse.remedy'),
      details: cause instanceof Error ? cause.message : String(cause),
      cause,
    });
  }
}
