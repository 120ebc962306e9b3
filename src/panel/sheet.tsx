import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import './sheet.css';

interface SheetProps {
  title: string;
  /** Asked for by Escape or the cross. */
  onClose(): void;
  children: ReactNode;
}

/** A modal sheet over the panel, open as long as it is mounted. The browser keeps the focus in it and gives it back. */
export function Sheet({ title, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Closed before it leaves the document: only then does the browser give the focus back.
    return () => shown?.close();
  }, []);
  return (
    <dialog className="sheet" ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <header className="sheet-header">
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="quiet icon-button" aria-label="Close" onClick={onClose}>
          <X className="icon" aria-hidden="true" />
        </button>
      </header>
      {children}
    </dialog>
  );
}
