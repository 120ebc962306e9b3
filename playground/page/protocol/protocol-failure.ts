import type { ProtocolErrorCode } from './envelope';

/** A failed request; becomes the error of the response. */
export class ProtocolFailure extends Error {
  override readonly name = 'ProtocolFailure';

  constructor(
    readonly code: ProtocolErrorCode,
    message: string,
  ) {
    super(message);
  }
}
