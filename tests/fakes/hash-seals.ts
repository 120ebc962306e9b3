import { hashJson } from '@/src/core/hash';
import type { DecisionSeals } from '@/src/core/ports/decision-seals';

/** Seals without a key. */
export const hashSeals: DecisionSeals = { seal: async (facts) => hashJson(['sealed', facts]) };
