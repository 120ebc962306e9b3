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
  const message: CommandMessage = { channel: COMMAND_CHANNEL, command };
  return unwrapReply(await post<ResultOf<Sent['type']>>(message));
}

/** Error of the browsers for a message without a receiver: the background was just stopping, and the next message starts it. */
const UNRECEIVED = /receiving end does not exist/i;

async function post<Value>(message: CommandMessage): Promise<Reply<Value> | undefined> {
  try {
    return await browser.runtime.sendMessage(message).catch((cause: unknown) => {
      if (!UNRECEIVED.test(String(cause))) throw cause;
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
