import { browser } from 'wxt/browser';
import { z } from 'zod';
import { isStewardError, StewardError, toErrorInfo } from '@/src/core/errors';
import { COMMAND_CHANNEL } from '@/src/messages/channels';
import {
  type CommandOf,
  type CommandResults,
  type CommandType,
  commandSchema,
} from '@/src/messages/commands';
import type { Reply } from '@/src/messages/reply';

/** One handler per command. Rejects with a StewardError. */
export type CommandHandlers = {
  [Type in CommandType]: (command: CommandOf<Type>) => Promise<CommandResults[Type]>;
};

/** Who sent a message, as far as it matters here. */
export interface Sender {
  id?: string | undefined;
  url?: string | undefined;
}

const envelopeSchema = z.strictObject({ channel: z.literal(COMMAND_CHANNEL), command: z.unknown() });

/** Whether a message comes from the panel itself: this extension, and the panel's own document. */
export function isFromPanel(sender: Sender): boolean {
  if (sender.id !== browser.runtime.id || sender.url === undefined) return false;
  const { origin, pathname } = new URL(sender.url);
  const panel = new URL(browser.runtime.getURL('/sidepanel.html'));
  return origin === panel.origin && pathname === panel.pathname;
}

/** Whether a message claims to be a command at all; others are not ours to answer. */
export function isCommandMessage(message: unknown): message is { channel: string; command: unknown } {
  return envelopeSchema.safeParse(message).success;
}

/** Checks a command by sender and schema, runs it, and puts whatever comes of it into a reply. */
export async function answerCommand(
  handlers: CommandHandlers,
  message: { command: unknown },
  sender: Sender,
): Promise<Reply<CommandResults[CommandType]>> {
  try {
    if (!isFromPanel(sender)) {
      throw new StewardError('invalid-message', 'Only Steward’s own panel may give commands.', {
        remedy: 'Use the panel.',
        details: sender.url ?? 'unknown sender',
      });
    }
    const parsed = commandSchema.safeParse(message.command);
    if (!parsed.success) {
      throw new StewardError(
        'invalid-message',
        `The panel’s command doesn’t fit: ${z.prettifyError(parsed.error)}`,
        {
          remedy: 'Correct the input and try again.',
        },
      );
    }
    return { ok: true, value: await dispatch(handlers, parsed.data) };
  } catch (error) {
    if (!isStewardError(error)) console.error('a command failed', error);
    return { ok: false, error: toErrorInfo(error) };
  }
}

function dispatch<Type extends CommandType>(
  handlers: CommandHandlers,
  command: CommandOf<Type>,
): Promise<CommandResults[Type]> {
  const handler: (command: CommandOf<Type>) => Promise<CommandResults[Type]> = handlers[command.type as Type];
  return handler(command);
}
