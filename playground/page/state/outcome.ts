import { ApiError } from '../api/api-error';

/**
 * The outcome of an operation on the server; `message` is a sentence for the user. `saved-changed` means that nothing
 * was written, because the saved rules differ from those that the page had loaded.
 */
export type Outcome<Value> =
  | { ok: true; value: Value }
  | { ok: false; code: 'failed' | 'saved-changed'; message: string };

/** Creates the outcome of a failed operation. */
export function failed(message: string): { ok: false; code: 'failed'; message: string } {
  return { ok: false, code: 'failed', message };
}

/** True if a thrown value is an ApiError with this code. */
export function isCode(error: unknown, code: ApiError['code']): boolean {
  return error instanceof ApiError && error.code === code;
}

/** The message of a failed call. Rethrows other errors, since they are bugs of the page. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  throw error;
}
