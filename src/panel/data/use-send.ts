import type { Command } from '@/src/messages/commands';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { sendCommand } from './send-command';

/** Sends a command of the user; resolves to true on success. The nearest component that shows errors of commands shows a failure. */
export function useSend(): (command: Command) => Promise<boolean> {
  const { perform } = useCommands();
  return (command) => perform(() => sendCommand(command));
}
