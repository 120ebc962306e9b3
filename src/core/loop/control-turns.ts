import { StewardError } from '../errors';
import { createSerializer } from '../serialize';

/** Runs the controls of one chat one after the other, and can end what they wait for. */
export interface ControlTurns {
  /** `control` gets a signal that {@link abort} aborts; it passes the signal to everything that waits for a page. */
  inTurn<Result>(chatId: string, control: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Aborts the waits of all controls that were called before, so that a stop never waits for a page. */
  abort(chatId: string): void;
}

export function createControlTurns(): ControlTurns {
  const serially = createSerializer();
  const pending = new Map<string, Set<AbortController>>();

  return {
    async inTurn(chatId, control) {
      const controller = new AbortController();
      const ofChat = pending.get(chatId) ?? new Set();
      pending.set(chatId, ofChat.add(controller));
      try {
        return await serially(chatId, () => control(controller.signal));
      } finally {
        ofChat.delete(controller);
        if (ofChat.size === 0 && pending.get(chatId) === ofChat) pending.delete(chatId);
      }
    },
    abort(chatId) {
      for (const controller of pending.get(chatId) ?? []) controller.abort(stopped());
    },
  };
}

/** Why waits end when the user stops a run. */
export function stopped(): StewardError {
  return new StewardError('aborted', 'Stopped.', { remedy: 'Send a message to go on.' });
}
