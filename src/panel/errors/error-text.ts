import type { ErrorInfo } from '@/src/core/errors';

/** An error as plain text, for a bug report. */
export function errorText({ code, message, remedy, details }: ErrorInfo): string {
  return [message, remedy, `Code: ${code}`, ...(details === null ? [] : [`Details: ${details}`])].join('\n');
}
