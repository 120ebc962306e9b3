/** The version of the page protocol that a document announces; null if it announces none or no number. */
export function announcedVersion(document: Document): number | null {
  const text = document.querySelector('meta[name="steward-page-protocol"]')?.getAttribute('content') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
