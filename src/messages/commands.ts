import { z } from 'zod';
import { COMMAND_CHANNEL } from './channels';
import { chatCommands } from './chat-commands';
import { dataCommands } from './data-commands';
import { endpointCommands } from './endpoint-commands';
import { messageCommands } from './message-commands';
import { reversalCommands } from './reversal-commands';
import { runCommands } from './run-commands';
import { settingsCommands } from './settings-commands';
import { siteCommands } from './site-commands';
import { summaryCommands } from './summary-commands';

const COMMANDS = [
  ...chatCommands,
  ...messageCommands,
  ...runCommands,
  ...reversalCommands,
  ...summaryCommands,
  ...endpointCommands,
  ...settingsCommands,
  ...siteCommands,
  ...dataCommands,
] as const;

/** All commands from the panel to the background. */
export const commandSchema = z.discriminatedUnion('type', COMMANDS);

export const commandMessageSchema = z.strictObject({
  channel: z.literal(COMMAND_CHANNEL),
  command: commandSchema,
});

export type Command = z.infer<typeof commandSchema>;
export type CommandType = Command['type'];
export type CommandOf<Type extends CommandType> = Extract<Command, { type: Type }>;

export type ResultOf<Type extends CommandType> =
  Extract<(typeof COMMANDS)[number], { shape: { type: z.ZodLiteral<Type> } }> extends {
    readonly returns?: infer Result;
  }
    ? Exclude<Result, undefined>
    : never;

/** A command as the panel sends it. */
export interface CommandMessage {
  channel: typeof COMMAND_CHANNEL;
  command: Command;
}
