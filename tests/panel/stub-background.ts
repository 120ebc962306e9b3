import { browser } from 'wxt/browser';
import { type Command, commandSchema } from '@/src/messages/commands';
import type { ErrorCode } from '@/src/schema/values/error-code';

/** The background's reply to a command that returns nothing. */
export const ACCEPTED = { ok: true, value: null };

/**
 * Gives the current test a background that replies as `replyTo` says. Returns the commands that it has received, in their order; each
 * fits the schema of commands.
 */
export function stubBackground(replyTo: (command: Command) => unknown): Command[] {
  const sent: Command[] = [];
  const sendMessage = async ({ command }: { command: unknown }) => {
    const parsed = commandSchema.parse(command);
    sent.push(parsed);
    return replyTo(parsed);
  };
  Object.assign(browser.runtime, { sendMessage });
  return sent;
}

/** The background's reply to a command that it refuses with this error. */
export const refusal = (code: ErrorCode, message = 'No.') => ({
  ok: false,
  error: { code, message, remedy: 'Wait.', details: null },
});
