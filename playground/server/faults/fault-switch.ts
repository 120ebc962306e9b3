import type { FaultName } from './fault-name';

/** Which fault stands, and for how many chat completions more; null for `times` is without end. */
export interface FaultSetting {
  fault: FaultName | null;
  times: number | null;
}

/** The fault that stands for all requests, until it has been used up or is taken back. */
export interface FaultSwitch {
  set(setting: FaultSetting): void;
  read(): FaultSetting;
  /** The fault for one chat completion, which is counted. */
  takeForChat(): FaultName | null;
}

const OFF: FaultSetting = { fault: null, times: null };

/** A switch that is off. */
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
