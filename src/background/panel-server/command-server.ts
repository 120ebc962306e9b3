import { browser } from 'wxt/browser';
import { z } from 'zod';
import { isStewardError, StewardError, toErrorInfo } from '@/src/core/errors';
import type { ConsentIssuer, UserConsent } from '@/src/core/policy/user-consent';
import { COMMAND_CHANNEL } from '@/src/messages/channels';
import {
  type Command,
  type CommandOf,
  type CommandResults,
  type CommandType,
  commandSchema,
} from '@/src/messages/commands';
import type { Reply } from '@/src/messages/reply';
import type { RefusedMessage } from './refused-senders';

/** One handler per command; `consent` is the click behind it. Rejects with a StewardError. */
export type CommandHandlers = {
  [Type in CommandType]: (command: CommandOf<Type>, consent: UserConsent) => Promise<CommandResults[Type]>;
};

/** What commands are answered with. */
export interface CommandServer {
  handlers: CommandHandlers;
  consents: ConsentIssuer;
  /** Hears of what was refused. Must not throw. */
  onRefused(refusal: RefusedMessage, sender: Sender): void;
  /** Called with each command that failed, unless `onRefused` was. Must not throw. */
  onFailed(command: Command, error: unknown): void;
}

/** Who sent a message, as far as it matters here. */
export interface Sender {
  id?: string | undefined;
  url?: string | undefined;
  frameId?: number | undefined;
}

/** Commands that give a right away, or use one: where one of them is refused, that is worth a look in the log. */
const GUARDED: readonly CommandType[] = [
  'decide-approval',
  'rollback',
  'undo',
  'restore-drafts',
  'restore-saved',
  'leave-drafts',
  'set-policy',
  'keep-site',
];

const envelopeSchema = z.strictObject({ channel: z.literal(COMMAND_CHANNEL), command: commandSchema });

/** Whether a message comes from the panel itself: this extension, and the panel's own document, in no frame. */
export function isFromPanel({ id, url, frameId }: Sender): boolean {
  if (id !== browser.runtime.id || url === undefined || (frameId ?? 0) !== 0) return false;
  // By the text: two origins that an engine doesn't know are equal.
  return url.split(/[?#]/, 1)[0] === browser.runtime.getURL('/sidepanel.html');
}

/** Whether a message claims to be a command at all; others are not ours to answer. */
export function isCommandMessage(message: unknown): message is { channel: string; command?: unknown } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'channel' in message &&
    message.channel === COMMAND_CHANNEL
  );
}

/**
 * Checks a command by sender and schema, runs it, and puts whatever comes of it into a reply. The one place where a
 * user's click is taken down, since it is the one that knows who sent it.
 */
export async function answerCommand(
  { handlers, consents, onRefused, onFailed }: CommandServer,
  message: { channel: string; command?: unknown },
  sender: Sender,
): Promise<Reply<CommandResults[CommandType]>> {
  function refuse(command: Command, error: unknown): never {
    if (GUARDED.includes(command.type) && isStewardError(error)) {
      onRefused({ what: 'command', why: `${command.type} failed with ${error.code}` }, sender);
    } else {
      onFailed(command, error);
    }
    throw error;
  }

  try {
    if (!isFromPanel(sender)) {
      onRefused({ what: 'command', why: 'it is not from the panel' }, sender);
      throw new StewardError('invalid-message', 'Only Steward’s own panel may give commands.', {
        remedy: 'Use the panel.',
        details: sender.url ?? 'unknown sender',
      });
    }
    const parsed = envelopeSchema.safeParse(message);
    if (!parsed.success) {
      onRefused({ what: 'command', why: 'it doesn’t fit its schema' }, sender);
      throw new StewardError(
        'invalid-message',
        `The panel’s command doesn’t fit: ${z.prettifyError(parsed.error)}`,
        {
          remedy: 'Correct the input and try again.',
        },
      );
    }
    const { command } = parsed.data;
    const value = dispatch(handlers, command, consents.give(subjectOf(command)));
    return { ok: true, value: await value.catch((error) => refuse(command, error)) };
  } catch (error) {
    if (!isStewardError(error)) console.error('a command failed', error);
    return { ok: false, error: toErrorInfo(error) };
  }
}

function dispatch<Type extends CommandType>(
  handlers: CommandHandlers,
  command: CommandOf<Type>,
  consent: UserConsent,
): Promise<CommandResults[Type]> {
  const handler: CommandHandlers[Type] = handlers[command.type as Type];
  return handler(command, consent);
}

/** What a command is about, as far as a consent can be: a chat or a question. */
function subjectOf(command: Command): string {
  if ('approvalId' in command) return command.approvalId;
  return 'chatId' in command ? command.chatId : '';
}
