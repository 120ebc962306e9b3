import { browser } from 'wxt/browser';
import { textError } from '@/src/core/errors';
import { COMMAND_CHANNEL } from '@/src/messages/channels';
import type { Command, CommandMessage, ResultOf } from '@/src/messages/commands';
import { type Reply, unwrapReply } from '@/src/messages/reply';

/**
 * Sends a command to the background and waits for the reply. Rejects with the StewardError that the background replied, or with `protocol`
 * if there was no reply.
 */
export async function sendCommand<Sent extends Command>(command: Sent): Promise<ResultOf<Sent['type']>> {
  return sendUnlessTaken(command, async () => false);
}

/**
 * Like {@link sendCommand}, for a command that must not be carried out twice.
 *
 * @param isTaken resolves to true if the background has already stored the command's effect; the command isn't sent again then
 */
export async function sendUnlessTaken<Sent extends Command>(
  command: Sent,
  isTaken: () => Promise<boolean>,
): Promise<ResultOf<Sent['type']>> {
  const message: CommandMessage = { channel: COMMAND_CHANNEL, command };
  return unwrapReply(await post<ResultOf<Sent['type']>>(message, isTaken));
}

/**
 * The browser's error for a message without a receiver. It happens while the background is stopping; sending the message again starts the
 * background. Firefox reports the same error if the background received the message and stopped before it replied.
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
    throw textError('protocol', 'link.noResponse.message', {
      remedy: 'link.noResponse.remedy',
      details: cause instanceof Error ? cause.message : String(cause),
      cause,
    });
  }
}
