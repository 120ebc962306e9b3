/** Why the upstream gave no answer that can be used. The message is for people and never holds the key. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly code: 'upstream_unreachable' | 'upstream_redirect' | 'upstream_unusable';

  constructor(code: UpstreamError['code'], message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}
