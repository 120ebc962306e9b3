import type { FaultSwitch } from './fault-switch';

/** Dependencies of the fault middleware. */
export interface FaultDeps {
  faults: FaultSwitch;
  /** Target of the fault `redirect`. */
  redirectUrl: string;
  /** The model that the fault `model-gone` last refused; initially the demo model. */
  goneModel: { id: string };
}
