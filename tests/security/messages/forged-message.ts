import type { PortInMemory, SenderInMemory } from '@/tests/world/browser-in-memory';
import type { StewardInMemory } from '@/tests/world/steward-in-memory';

/** A message that must have no effect. */
export interface ForgedMessage {
  name: string;
  /** Resolves with the reply, or with null if no reply is possible. */
  send(steward: StewardInMemory): Promise<unknown>;
  /** The expected refusal: an error's code, no answer, or a closed port. */
  refusal: 'error' | 'silence' | 'closed';
  /** True for a message that nothing reads. It isn't logged either: a refusal in the log would show that it was read. */
  isUnread?: true;
  /** Tables that may be written nevertheless. */
  mayWrite?: readonly string[];
}

/** A message to the background from the given sender. */
export function forgedCommand(name: string, message: unknown, sender: SenderInMemory): ForgedMessage {
  return { name, refusal: 'error', send: ({ browser }) => browser.send(message, sender) };
}

/** A port to the background, with the messages sent on it. */
export function forgedPort(
  name: string,
  open: (steward: StewardInMemory) => PortInMemory,
  messages: readonly unknown[],
  refusal: 'silence' | 'closed',
): ForgedMessage {
  return {
    name,
    refusal,
    async send(steward) {
      const port = open(steward);
      for (const message of messages) port.post(message);
      await new Promise((resolve) => setTimeout(resolve));
      if (port.sent.length > 0) return port.sent;
      return port.isDisconnected ? 'closed' : undefined;
    },
  };
}
