import { hashTexts } from '@/src/core/hash';

/** A backup's text of these lines, with the last line that belongs to them. */
export function sealedBackup(lines: readonly string[]): string {
  const text = lines.map((line) => `${line}\n`).join('');
  return `${text}${JSON.stringify({ hash: hashTexts([text]) })}\n`;
}
