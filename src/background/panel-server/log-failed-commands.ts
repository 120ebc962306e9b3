import { toErrorInfo } from '@/src/core/errors';
import { errorFacts, errorLogLevel } from '@/src/core/logging/error-log-level';
import type { Logger } from '@/src/core/logging/log-entry';
import type { Command } from '@/src/messages/commands';

/** Logs a failed command. The error's message is left out, because some quote the user's input. */
export function logFailedCommands(logger: Logger) {
  return (command: Command, cause: unknown): void => {
    const error = toErrorInfo(cause);
    logger[errorLogLevel(error.code)]('command.failed', `A command failed: ${command.type}.`, {
      chatId: 'chatId' in command ? command.chatId : null,
      data: { command: command.type, ...errorFacts(error) },
    });
  };
}
