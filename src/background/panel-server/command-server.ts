import { browser } from 'wxt/browser';
import { z } from 'zod';
import { internalError, isStewardError, toErrorInfo } from '@/src/core/errors';
import { errorFacts } from '@/src/core/logging/error-log-level';
import type { Logger } from '@/src/core/logging/log-entry';
import type { ConsentIssuer, UserConsent } from '@/src/core/policy/user-consent';
import { COMMAND_CHANNEL } from '@/src/messages/channels';
import type { Command, CommandOf, CommandType, ResultOf } from '@/src/messages/commands';
import type { Reply } from '@/src/messages/reply';
import { errorLogLevel } from '@/src/schema/values/error-code';
import type { CommandContext, CommandHandlers } from './command-context';
import type { RefusedMessage } from './refused-senders';

/** Dependencies of {@link answerCommand}. */
export interface CommandServer {
  handlers: CommandHandlers;
  context: CommandContext;
  consents: ConsentIssuer;
  /** Awaited before each command; resolves once commands can be executed. Rejects with a StewardError. */
  ready(): Promise<void>;
  /** Called for each refused message. Must not throw. */
  onRefused(refusal: RefusedMessage, sender: Sender): void;
  /** Called for each failed command that `onRefused` was not called for. Must not throw. */
  onFailed(command: Command, error: unknown): void;
}

/** The fields of a message's sender that are used here. */
export interface Sender {
  id?: string | undefined;
  url?: string | undefined;
  frameId?: number | undefined;
}

/** Commands that grant or use a permission. Their failures are logged as refused. */
const GUARDED: readonly CommandType[] = [
  'decide-approval',
  'decide-sites',
  'reverse',
  'dismiss-lost-changes',
  'set-policy',
  'keep-site',
  'save-page-key',
];

/** The commands of the settings page. None concerns a chat or a page, and none grants or uses a permission. */
export const SETTINGS_PAGE_COMMANDS: readonly CommandType[] = [
  'save-connection',
  'delete-connection',
  'test-connection',
  'list-models',
  'export-settings',
  'import-settings',
  'save-alias',
  'delete-alias',
  'free-space',
  'check-data',
  'acknowledge-findings',
  'delete-all-data',
  'restore-backup',
  'log-panel-failure',
];

/** True if a message comes from the panel itself: from this extension, the panel's own document, and not a frame. */
export function isFromPanel(sender: Sender): boolean {
  return isFrom(sender, browser.runtime.getURL('/sidepanel.html'));
}

/** True if a message comes from the settings page in a tab, with the checks of {@link isFromPanel}. */
function isFromSettingsPage(sender: Sender): boolean {
  return isFrom(sender, browser.runtime.getURL('/options.html'));
}

function isFrom({ id, url, frameId }: Sender, address: string): boolean {
  if (id !== browser.runtime.id || url === undefined || (frameId ?? 0) !== 0) return false;
  // Compares strings, because all unknown schemes have the origin `null`.
  return url.split(/[?#]/, 1)[0] === address;
}

/** True if a message claims to be a command. Other messages are not answered by this module. */
export function isCommandMessage(message: unknown): message is { channel: string; command?: unknown } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'channel' in message &&
    message.channel === COMMAND_CHANNEL
  );
}

/**
 * Verifies sender and schema, runs the command, and wraps the result in a reply. It is the only code that issues user
 * consents, because it knows the sender.
 */
export async function answerCommand(
  { handlers, context, consents, ready, onRefused, onFailed }: CommandServer,
  message: { channel: string; command?: unknown },
  sender: Sender,
): Promise<Reply<ResultOf<CommandType>>> {
  function refuse(command: Command, error: unknown): never {
    if (GUARDED.includes(command.type) && isStewardError(error)) {
      onRefused({ what: 'command', why: `${command.type} failed with ${error.code}` }, sender);
    } else {
      onFailed(command, error);
    }
    throw error;
  }

  let name = 'a command';
  try {
    const isPanel = isFromPanel(sender);
    if (!isPanel && !isFromSettingsPage(sender)) {
      onRefused({ what: 'command', why: 'it is not from the panel' }, sender);
      throw internalError('invalid-message', `${sender.url} may not send commands.`);
    }
    // Most starts of the worker are for a page or an alarm, and so don't build the schemas of commands.
    const { commandMessageSchema } = await import('@/src/messages/commands');
    const parsed = commandMessageSchema.safeParse(message);
    if (!parsed.success) {
      onRefused({ what: 'command', why: 'it doesn’t fit its schema' }, sender);
      throw internalError('invalid-message', z.prettifyError(parsed.error));
    }
    const { command } = parsed.data;
    const isAboutChat = 'chatId' in command && command.chatId !== null;
    if (!isPanel && (isAboutChat || !SETTINGS_PAGE_COMMANDS.includes(command.type))) {
      onRefused({ what: 'command', why: 'the settings page may not send it' }, sender);
      throw internalError('invalid-message', `The settings page may not send ${command.type}.`);
    }
    name = `the command ${[command.type, ...subjectsOf(command)].join(' ')}`;
    const answered = ready().then(() =>
      dispatch(handlers, command, context, consents.give(...subjectsOf(command))),
    );
    return { ok: true, value: await answered.catch((error) => refuse(command, error)) };
  } catch (error) {
    if (!isStewardError(error)) console.error(`${name} failed`, error);
    return { ok: false, error: toErrorInfo(error) };
  }
}

function dispatch<Type extends CommandType>(
  handlers: CommandHandlers,
  command: CommandOf<Type>,
  context: CommandContext,
  consent: UserConsent,
): Promise<ResultOf<Type>> {
  const handler: CommandHandlers[Type] = handlers[command.type as Type];
  return handler(command, context, consent);
}

/** The subjects of a command's consent: its approval requests or its chat. */
function subjectsOf(command: Command): string[] {
  if ('approvalId' in command) return [command.approvalId];
  if (command.type === 'decide-sites') return command.answers.map(({ approvalId }) => approvalId);
  return 'chatId' in command && command.chatId !== null ? [command.chatId] : [];
}

/** The id of the chat that a command concerns; null if it concerns no chat, or attaches to a page whose chat isn't chosen yet. */
function chatOf(command: Command): string | null {
  const subject = command.type === 'attach' ? command.to : command;
  return 'chatId' in subject ? subject.chatId : null;
}

/** Logs a failed command. Omits the error's message, because some messages quote the user's input. */
export function logFailedCommands(logger: Logger) {
  return (command: Command, cause: unknown): void => {
    const error = toErrorInfo(cause);
    logger[errorLogLevel(error.code)]('command.failed', `A command failed: ${command.type}.`, {
      chatId: chatOf(command),
      data: { command: command.type, ...errorFacts(error) },
    });
  };
}
