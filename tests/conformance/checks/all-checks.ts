import { applyAtomic, applyIdentity } from './applying';
import type { Check } from './check';
import { declarations } from './declarations';
import {
  contextBudget,
  detaches,
  equalDiff,
  hashAgrees,
  missingElement,
  readsOnly,
  recognizesPage,
  scriptChanges,
  showsNames,
} from './reading';
import { textsHaveIds } from './texts';
import { verdicts } from './verdicts';
import { liveDeclared, refusedWrite, writesAsSaid } from './writing';

/** The conformance kit: every rule that an adapter has to keep, in the order of docs/adapters.md. */
export const CHECKS: readonly Check[] = [
  declarations,
  recognizesPage,
  hashAgrees,
  missingElement,
  readsOnly,
  showsNames,
  applyIdentity,
  applyAtomic,
  writesAsSaid,
  refusedWrite,
  verdicts,
  liveDeclared,
  scriptChanges,
  contextBudget,
  equalDiff,
  textsHaveIds,
  detaches,
];

/** The rules that can be tried on a live page: their checks send nothing that changes it, and need none of its contents. */
export const LIVE_CHECKS: readonly Check[] = [
  recognizesPage,
  hashAgrees,
  missingElement,
  readsOnly,
  equalDiff,
  detaches,
];
