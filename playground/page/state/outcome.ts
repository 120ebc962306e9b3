import { ApiError } from '../api/api-error';

/**
 * How something that needs the server ended; `message` is a sentence for the user. `saved-changed`: nothing was
 * written, since the saved rules aren't those that the page had started from.
 */
export type Outcome<Value> =
  | { ok: true; value: Value }
  | { ok: false; code: 'failed' | 'saved-changed'; message: string };

/** The outcome of what came to nothing. */
export function failed(message: string): { ok: false; code: 'failed'; message: string } {
  return { ok: false, code: 'failed', message };
}

/** Whether a thrown value is the server's word, or its silence, of this kind. */
export function isCode(error: unknown, code: ApiError['code']): boolean {
  return error instanceof ApiError && error.code === code;
}

/** The sentence of a failed call. A thrown value that is no ApiError is a defect of the page, and thrown again. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  throw error;
}
