import type { EnvChanges, EnvValues } from '../env-file';
import type { BatchItem } from './credential-bodies';
import { findBatchItem } from './find-credential';

/** A credential in the answer to a batch. */
interface Candidate {
  type: 'api_key';
  provider: string;
  identifier: string;
  key_name: string;
}

/** The reason why a credential of a batch can't be deleted. */
interface BatchError {
  type: BatchItem['type'];
  provider: string;
  identifier: string | null;
  status_code: number;
  detail: string;
}

/** The outcome of deleting a batch. With any error, and in a dry run, nothing is deleted. */
export function planBatchDelete(
  values: EnvValues,
  items: readonly BatchItem[],
  isDryRun: boolean,
): {
  changes: EnvChanges;
  result: { dry_run: boolean; candidates: Candidate[]; deleted: Candidate[]; errors: BatchError[] };
} {
  const candidates = new Map<string, Candidate>();
  const errors: BatchError[] = [];
  for (const item of items) {
    const found = findBatchItem(values, item);
    if (!found.ok) {
      errors.push(toError(item, found.status, found.problem));
      continue;
    }
    const { keyName, provider } = found.line;
    if (candidates.has(keyName)) errors.push(toError(item, 400, `${keyName} is named twice.`));
    else candidates.set(keyName, { type: 'api_key', provider, identifier: keyName, key_name: keyName });
  }
  const isDeleting = !isDryRun && errors.length === 0;
  const all = [...candidates.values()];
  return {
    changes: new Map(isDeleting ? all.map(({ key_name }) => [key_name, null]) : []),
    result: { dry_run: isDryRun, candidates: all, deleted: isDeleting ? all : [], errors },
  };
}

function toError(item: BatchItem, status_code: number, detail: string): BatchError {
  const identifier = (item.type === 'api_key' ? item.key_name : item.filename) ?? null;
  return { type: item.type, provider: item.provider.toLowerCase(), identifier, status_code, detail };
}
