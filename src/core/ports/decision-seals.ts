import type { Json } from '@/src/schema/values/json';

/** Signs the user's decisions with a key of this profile. No backup or export contains the key. */
export interface DecisionSeals {
  /** The authentication code of these facts, which only this profile can compute. Rejects with `storage`. */
  seal(facts: Json): Promise<string>;
}
