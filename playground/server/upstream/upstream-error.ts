/** The upstream gave no usable answer. The message is for the user and never contains the key. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly code: 'upstream_unreachable' | 'upstream_redirect' | 'upstream_unusable';

  constructor(code: UpstreamError['code'], message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}
