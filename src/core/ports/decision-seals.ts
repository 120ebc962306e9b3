import type { Json } from '@/src/schema/values/json';

/** Signs what the user decided with a key of this profile, which no backup or export holds. */
export interface DecisionSeals {
  /** The code of these facts; only this profile can compute it. Rejects with `storage`. */
  seal(facts: Json): Promise<string>;
}
