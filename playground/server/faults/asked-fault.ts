import type { HonoRequest } from 'hono';
import { FAULT_HEADER, FAULT_NAMES, type FaultName, isFaultName } from './fault-name';

/** The fault in a request's header, null without the header; or a sentence for an unknown name. */
export type AskedFault = { ok: true; fault: FaultName | null } | { ok: false; problem: string };

/** Reads the fault header of a request. */
export function askedFault(request: HonoRequest): AskedFault {
  const name = request.header(FAULT_HEADER) ?? null;
  if (name === null) return { ok: true, fault: null };
  if (isFaultName(name)) return { ok: true, fault: name };
  const known = FAULT_NAMES.join(', ');
  return { ok: false, problem: `There is no fault ${JSON.stringify(name)}. Known are: ${known}.` };
}
