import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Passes image files to `onFiles` that are pasted into the field or dropped onto the panel. Returns true while files
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
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setIsDragging(true);
    };
    const onDrop = (event: DragEvent) => {
      setIsDragging(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      newest.current(files);
    };
    const onDragLeave = (event: DragEvent) => {
      // Null when the pointer leaves the window.
      if (event.relatedTarget === null) setIsDragging(false);
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    window.addEventListener('dragleave', onDragLeave);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
      window.removeEventListener('dragleave', onDragLeave);
    };
  }, []);
  return isDragging;
}
