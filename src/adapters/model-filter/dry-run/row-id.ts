import { hashJson } from '@/src/core/hash';
import type { RuleKind } from '../model-filter-context';
import type { ListChange } from './left-out-changes';

/** Hexadecimal digits: far more than it takes to tell the rows of a call apart. */
const ID_LENGTH = 16;

/** Names a part of a call, the same for the same rule whatever else the call holds. `provider`: null where there is but one. */
export function rowId(provider: string | null, kind: RuleKind, change: ListChange): string {
  return hashJson([provider, kind, change.kind, change.pattern]).slice(0, ID_LENGTH);
}
