import type { PortInMemory, SenderInMemory } from '../world/browser-in-memory';
import type { StewardInMemory } from '../world/steward-in-memory';

/** A message that must come to nothing. */
export interface ForgedMessage {
  name: string;
  /** Answers with the reply, or with null where none may come. */
  send(steward: StewardInMemory): Promise<unknown>;
  /** What a refusal looks like: an error's code, or silence, or a port that is closed. */
  refusal: 'error' | 'silence' | 'closed';
  /** Tables that may be written to all the same. */
  mayWrite?: readonly string[];
}

/** A message to the background, from somebody. */
export function forgedCommand(name: string, message: unknown, sender: SenderInMemory): ForgedMessage {
  return { name, refusal: 'error', send: ({ browser }) => browser.send(message, sender) };
}

/** A port to the background, and what is said on it. */
export function forgedPort(
  name: string,
  open: (steward: StewardInMemory) => PortInMemory,
  said: readonly unknown[],
  refusal: 'silence' | 'closed',
): ForgedMessage {
  return {
    name,
    refusal,
    async send(steward) {
      const port = open(steward);
      for (const message of said) port.say(message);
      await new Promise((resolve) => setTimeout(resolve));
      if (port.said.length > 0) return port.said;
      return port.isDisconnected ? 'closed' : undefined;
    },
  };
}
