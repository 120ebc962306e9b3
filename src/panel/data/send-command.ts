import { browser } from 'wxt/browser';
import { textError } from '@/src/core/errors';
import { COMMAND_CHANNEL } from '@/src/messages/channels';
import type { Command, CommandMessage, ResultOf } from '@/src/messages/commands';
import { type Reply, unwrapReply } from '@/src/messages/reply';

/**
 * Sends a command to the background and waits for the reply. Rejects with the StewardError that the background
 * returned, or with `protocol` if there was no reply.
 */
export async function sendCommand<Sent extends Command>(command: Sent): Promise<ResultOf<Sent['type']>> {
  return sendUnlessTaken(command, async () => false);
}

/**
 * Sends a command that must not be carried out twice; otherwise like {@link sendCommand}.
 *
 * @param isTaken resolves with true if the background has already stored the effect of the command, which is then not sent a second time
 */
export async function sendUnlessTaken<Sent extends Command>(
  command: Sent,
  isTaken: () => Promise<boolean>,
): Promise<ResultOf<Sent['type']>> {
  const message: CommandMessage = { channel: COMMAND_CHANNEL, command };
  return unwrapReply(await post<ResultOf<Sent['type']>>(message, isTaken));
}

/**
 * The error with which a browser rejects a message that has no receiver. This happens while the background is stopping; a second message
 * starts the background again. Firefox uses the same error if the background received the message and stopped before it replied.
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
