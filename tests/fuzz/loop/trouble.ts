import { isStewardError, StewardError } from '@/src/core/errors';
import type { Problems } from './problems';

/** What the storage is to do wrong, once, and what went wrong in a case so far. */
export interface Trouble {
  /** The operation that fails next; `any`: the next write. */
  failsAt: string | null;
  hasFailed: boolean;
  /** Somebody was told so. */
  wasRefused: boolean;
  /** Times that storage, page or worker failed so far, or that the user broke something off. */
  count: number;
  /** Throws if this operation of journal or checkpoint store is the one to fail. */
  beforeStorage(operation: string): void;
  /** An operation failed by itself, which it must not. */
  onStorageError(operation: string, error: unknown): void;
}

/** What of journal and checkpoint store only reads. */
const READS = new Set([
  'load',
  'runById',
  'executionsOf',
  'executionById',
  'changeNotes',
  'knownContext',
  'approvalOf',
  'approvalById',
  'tokensUsed',
  'last',
  'byId',
  'ofResponse',
  'chainTo',
  'count',
  'oldestIds',
  'laterIds',
]);

export function createTrouble(problems: Problems): Trouble {
  const trouble: Trouble = {
    failsAt: null,
    hasFailed: false,
    wasRefused: false,
    count: 0,
    beforeStorage(operation) {
      const fails = trouble.failsAt === 'any' ? !READS.has(operation) : trouble.failsAt === operation;
      if (!fails) return;
      trouble.failsAt = null;
      trouble.hasFailed = true;
      trouble.count += 1;
      throw new StewardError('storage', 'The disk is full.', { remedy: 'Free some space.' });
    },
    onStorageError(operation, error) {
      if (!isStewardError(error) || error.code !== 'storage') return;
      // Two may answer a call in the same moment, and only the storage can tell who came second.
      if (operation !== 'storeResult') problems.add(`the storage refused ${operation}: ${error.details}`);
    },
  };
  return trouble;
}
