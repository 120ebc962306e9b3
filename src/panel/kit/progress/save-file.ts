/** Time in milliseconds that the browser has to fetch the file before the object URL is revoked. */
const FETCH_MS = 60_000;

/** Saves a text as a download. Needs a user gesture. */
export function saveFile(name: string, mediaType: string, text: string): void {
  saveBlob(name, new Blob([text], { type: `${mediaType};charset=utf-8` }));
}

/** Saves bytes as a download. Needs a user gesture. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), FETCH_MS);
}
