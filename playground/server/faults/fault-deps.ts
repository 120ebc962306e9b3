import type { FaultSwitch } from './fault-switch';

/** What makes requests go wrong. */
export interface FaultDeps {
  faults: FaultSwitch;
  /** Where the fault `redirect` leads. */
  redirectUrl: string;
  /** The model that the fault `model-gone` last refused, or the demo model. */
  goneModel: { id: string };
}
