import { vi } from 'vitest';

/** Files saved by the browser, as name and text. */
export function downloads() {
  const blobs: Blob[] = [];
  const saved: { name: string; text: Promise<string> }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.at(-1);
    if (blob !== undefined) saved.push({ name: this.download, text: textOf(blob) });
  });
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
    revokeObjectURL: () => undefined,
  });
  return saved;
}

/** Reads a blob, whose text() jsdom lacks. */
function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
}
