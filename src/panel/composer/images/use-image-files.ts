import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Passes files to `onFiles` that are pasted into the field or dropped onto the panel. Returns true while files
 * are dragged over the panel. The browser would open a file that is dropped elsewhere in the panel in place of the
 * panel.
 */
export function useImageFiles(
  textarea: RefObject<HTMLTextAreaElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isDragging, setIsDragging] = useState(false);
  const newest = useRef(onFiles);
  newest.current = onFiles;

  useEffect(() => {
    const field = textarea.current;
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      // Office programs add a picture of the copied text.
      if (files.length === 0 || event.clipboardData?.getData('text/plain') !== '') return;
      event.preventDefault();
      newest.current(files);
    };
    field?.addEventListener('paste', onPaste);
    return () => field?.removeEventListener('paste', onPaste);
  }, [textarea]);

  useEffect(() => {
    const listening = new AbortController();
    const onWindow = (type: 'dragover' | 'drop' | 'dragleave', listener: (event: DragEvent) => void) =>
      window.addEventListener(type, listener, { signal: listening.signal });
    onWindow('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setIsDragging(true);
    });
    onWindow('drop', (event) => {
      setIsDragging(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      newest.current(files);
    });
    onWindow('dragleave', (event) => {
      // Null when the pointer leaves the window.
      if (event.relatedTarget === null) setIsDragging(false);
    });
    return () => listening.abort();
  }, []);
  return isDragging;
}
