import type { Command } from '@/src/messages/commands';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { sendCommand } from './send-command';

/**
 * Returns a function that sends a command for the user and resolves to true if it succeeds. The nearest `CommandErrors` above keeps the
 * error of a failure.
 */
export function useSend(): (command: Command) => Promise<boolean> {
  const { perform } = useCommands();
  return (command) => perform(() => sendCommand(command));
}
