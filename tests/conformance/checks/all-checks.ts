import { applyAtomic, applyIdentity, foreseesRefusals } from './applying';
import type { Check } from './check';
import { declarations } from './declarations';
import { followsChanges } from './following';
import {
  contextBudget,
  detaches,
  equalDiff,
  hashAgrees,
  missingElement,
  readsOnly,
  readsWhole,
  recognizesPage,
  scriptChanges,
  showsNames,
} from './reading';
import { showsReasons, signedOut } from './refusing';
import { servesChanges } from './serving';
import { textsHaveIds } from './texts';
import { verdicts } from './verdicts';
import { needsNoPage } from './without-page';
import { liveDeclared, refusedEarly, refusedWrite, writesAsSaid } from './writing';

/** The conformance kit: every rule that an adapter has to keep, in the order of docs/adapters.md. */
export const CHECKS: readonly Check[] = [
  declarations,
  recognizesPage,
  hashAgrees,
  missingElement,
  readsWhole,
  readsOnly,
  signedOut,
  showsNames,
  applyIdentity,
  applyAtomic,
  foreseesRefusals,
  writesAsSaid,
  servesChanges,
  needsNoPage,
  refusedEarly,
  refusedWrite,
  showsReasons,
  followsChanges,
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
