import { isSaidText, type Said } from './said';

export const IN_FORCE = ['yes', 'no', 'unknown'] as const;

/** The answer to the question whether clients get what a change of the page was to give them. The audit keeps it as JSON. */
export interface InForce {
  value: (typeof IN_FORCE)[number];
  /** Sentences about what was read, and about what has to happen before the change is in force. */
  evidence: Said;
}

export function isInForce(value: unknown): value is InForce {
  if (typeof value !== 'object' || value === null || !('value' in value && 'evidence' in value)) return false;
  const isWords = typeof value.evidence === 'string' || isSaidText(value.evidence);
  return isWords && (IN_FORCE as readonly unknown[]).includes(value.value);
}
