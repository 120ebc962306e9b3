/** How long the browser may take to fetch what it is to save, before the memory is given back. */
const FETCH_MS = 60_000;

/** Hands a text to the browser's downloads. To be called after a click of the user's. */
export function saveFile(name: string, mediaType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), FETCH_MS);
}
