import { hashTexts } from '@/src/core/hash';

/** A backup's text of these lines, with the last line that belongs to them. */
export function sealedBackup(lines: readonly string[]): string {
  const text = lines.map((line) => `${line}\n`).join('');
  return `${text}${JSON.stringify({ hash: hashTexts([text]) })}\n`;
}

/** A row of a backup, and the table that it is of. */
export interface BackupLine {
  table: string;
  row: Record<string, unknown>;
}

/** The backup with other rows, sealed again: whoever writes a file can seal it. */
export function forgedBackup(text: string, forge: (lines: BackupLine[]) => readonly BackupLine[]): string {
  const [header = '', ...rest] = text.split('\n').filter((line) => line !== '');
  const lines = rest.slice(0, -1).map((line): BackupLine => JSON.parse(line));
  return sealedBackup([header, ...forge(lines).map((line) => JSON.stringify(line))]);
}
