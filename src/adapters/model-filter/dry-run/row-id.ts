import { hashJson } from '@/src/core/hash';
import type { ListChange } from '../../kit/rule-list/list-changes';
import type { RuleKind } from '../model-filter-context';

/** Hexadecimal digits; enough to make collisions within a call negligible. */
const ID_LENGTH = 16;

/**
 * A row's id, independent of the rest of the call, so that it stays the same when the call is planned again.
 * `provider`: null for a tool that works on one provider.
 */
export function rowId(provider: string | null, kind: RuleKind, change: ListChange): string {
  return hashJson([provider, kind, change.kind, change.pattern]).slice(0, ID_LENGTH);
}
