import { isStewardError, StewardError } from '@/src/core/errors';
import type { Problems } from './problems';

/** The storage fault to inject next, and the failures of a case so far. */
export interface FaultState {
  /** The operation that fails at its next use; `any`: the next write. Null: none. */
  failsAt: string | null;
  hasFailed: boolean;
  /** A control was refused because of it. */
  wasRefused: boolean;
  /** Number of failures of storage, page and worker, and of interruptions by users and modules. */
  count: number;
  /** Throws if this operation of a store is the one to fail. */
  beforeStorage(operation: string): void;
  /** Reports a storage error that wasn't injected. */
  onStorageError(operation: string, error: unknown): void;
}

/** Operations of journal and checkpoint store that only read. */
const READS = new Set([
  'load',
  'runById',
  'openRunOf',
  'chatById',
  'messagesFrom',
  'executionsOf',
  'stateHashesOf',
  'executionById',
  'knownPage',
  'approvalOf',
  'approvalById',
  'restoreOf',
  'tokensUsed',
  'usageFrom',
  'last',
  'byId',
  'ofResponse',
  'chainTo',
  'count',
  'oldestIds',
  'laterIds',
]);

export function createFaultState(problems: Problems): FaultState {
  const faultState: FaultState = {
    failsAt: null,
    hasFailed: false,
    wasRefused: false,
    count: 0,
    beforeStorage(operation) {
      const fails = faultState.failsAt === 'any' ? !READS.has(operation) : faultState.failsAt === operation;
      if (!fails) return;
      faultState.failsAt = null;
      faultState.hasFailed = true;
      faultState.count += 1;
      throw new StewardError('storage', 'The disk is full.', { remedy: 'Free some space.' });
    },
    onStorageError(operation, error) {
      if (!isStewardError(error) || error.code !== 'storage') return;
      // Two results for one call may arrive at the same moment: the storage refuses the second one.
      if (operation !== 'storeResult') problems.add(`the storage refused ${operation}: ${error.details}`);
    },
  };
  return faultState;
}
