import type { z } from 'zod';
import type { Outcome } from '../state/outcome';
import type { ProtocolErrorCode } from './envelope';

/** A failed request; becomes the error in the response. */
export class ProtocolFailure extends Error {
  override readonly name = 'ProtocolFailure';

  constructor(
    readonly code: ProtocolErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Parses a part of a request by a schema. Throws `bad-request` with the path of the invalid value. */
export function parsePart<Part>(schema: z.ZodType<Part>, value: unknown, root: string): Part {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${[root, ...path].join('.')}: ${message}`);
  throw new ProtocolFailure('bad-request', issues.join('; '));
}

/** The value of a successful outcome. Throws a ProtocolFailure for a failed one. */
export function done<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new ProtocolFailure(outcome.code === 'failed' ? 'action-failed' : outcome.code, outcome.message);
}
