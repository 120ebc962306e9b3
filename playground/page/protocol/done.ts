import type { Outcome } from '../state/outcome';
import { ProtocolFailure } from './protocol-failure';

/** The value of a successful outcome. Throws a ProtocolFailure for a failed one. */
export function done<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new ProtocolFailure(outcome.code === 'failed' ? 'action-failed' : outcome.code, outcome.message);
}
