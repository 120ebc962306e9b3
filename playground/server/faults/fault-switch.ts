import type { FaultName } from './fault-name';

/**
 * The active fault, and the number of chat completions that it still applies to; null for `times` means no
 * limit.
 */
interface FaultSetting {
  fault: FaultName | null;
  times: number | null;
}

/** The fault for all requests, until it is used up or reset. */
export interface FaultSwitch {
  set(setting: FaultSetting): void;
  read(): FaultSetting;
  /** The fault for one chat completion, which counts as a use. */
  takeForChat(): FaultName | null;
}

const OFF: FaultSetting = { fault: null, times: null };

/** A switch without a fault. */
export function createFaultSwitch(): FaultSwitch {
  let current = OFF;
  return {
    set: (setting) => {
      current = setting.fault === null ? OFF : setting;
    },
    read: () => current,
    takeForChat: () => {
      const { fault, times } = current;
      if (times !== null) current = times > 1 ? { fault, times: times - 1 } : OFF;
      return fault;
    },
  };
}
