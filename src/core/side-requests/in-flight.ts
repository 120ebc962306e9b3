import type { StewardError } from '../errors';
import type { SideRequest } from './prepare-side-request';

export interface SideRequestName {
  chatId: string;
  kind: SideRequest['kind'];
}

interface Flight extends SideRequestName {
  controller: AbortController;
  /** Resolves once nothing more is stored for the request, whether it succeeded or not. */
  ended: Promise<void>;
}

/** The side requests of all chats that haven't ended, in memory. A cancelled one ends when the tokens that it used are stored. */
export interface InFlight {
  /** Runs a request with the signal that {@link InFlight.cancel} aborts, and resolves or rejects as it does. */
  run<Result>(name: SideRequestName, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** True while a request that matches hasn't ended, also if it is cancelled. */
  has(matches: (name: SideRequestName) => boolean): boolean;
  /** True while the chat has a request that isn't cancelled. */
  isActive(chatId: string): boolean;
  /**
   * Aborts the matching requests that aren't cancelled yet with this reason, and returns them. `ended` resolves once all matching
   * requests have ended, including those that were cancelled before.
   */
  cancel(
    matches: (name: SideRequestName) => boolean,
    reason: StewardError,
  ): { cancelled: SideRequestName[]; ended: Promise<void> };
}

export function createInFlight(): InFlight {
  const flights = new Set<Flight>();

  return {
    async run(name, work) {
      const controller = new AbortController();
      let end = () => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const flight = { ...name, controller, ended };
      flights.add(flight);
      try {
        return await work(controller.signal);
      } finally {
        flights.delete(flight);
        end();
      }
    },

    has: (matches) => [...flights].some(matches),
    isActive: (chatId) => [...flights].some((one) => one.chatId === chatId && !one.controller.signal.aborted),

    cancel(matches, reason) {
      const found = [...flights].filter(matches);
      const open = found.filter(({ controller }) => !controller.signal.aborted);
      for (const { controller } of open) controller.abort(reason);
      return {
        cancelled: open.map(({ chatId, kind }) => ({ chatId, kind })),
        ended: Promise.all(found.map(({ ended }) => ended)).then(() => undefined),
      };
    },
  };
}
