/** A time for a file name, in UTC and sortable: `20251120T143215Z`. */
export function fileStamp(atMs: number): string {
  return new Date(atMs).toISOString().replace(/[-:]|\.\d+/g, '');
}
