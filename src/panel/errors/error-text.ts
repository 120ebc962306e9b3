import type { ErrorInfo } from '@/src/core/errors';

/** An error as text for a bug report or a colleague. */
export function errorText({ code, message, remedy, details }: ErrorInfo): string {
  return [message, remedy, `Code: ${code}`, ...(details === null ? [] : [`Details: ${details}`])].join('\n');
}
