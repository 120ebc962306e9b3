/** A time for a file name, in UTC and sortable: `20251120T143215Z`. */
export function fileStamp(atMs: number): string {
  return new Date(atMs).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Name of the exported file: up to 40 characters of the title's letters and digits, the time in UTC, the extension. */
export function chatFileName(title: string, atMs: number, extension: 'json' | 'md'): string {
  const name = title
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${name === '' ? 'chat' : name}_${fileStamp(atMs)}.${extension}`;
}
