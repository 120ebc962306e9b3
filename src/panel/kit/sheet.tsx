import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from '@/src/panel/kit/icon-button';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import './sheet.css';

interface SheetProps<Title> {
  title: Title;
  /** Called on Escape and by the Close button. */
  onClose(): void;
  children: ReactNode;
}

/** A modal sheet over the panel with a body that scrolls. */
export function Sheet({ title, onClose, children }: SheetProps<TextKey>) {
  return (
    <SheetFrame title={t(title)} onClose={onClose}>
      <div className="sheet-body">{children}</div>
    </SheetFrame>
  );
}

/**
 * A modal sheet over the panel that is open while it is mounted. The children include the sheet's body and footer. The browser keeps the
 * focus in the sheet, and restores the previous focus when the sheet closes.
 */
export function SheetFrame({ title, onClose, children }: SheetProps<string>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // The dialog must be closed before it is removed from the document, or the browser doesn't restore the focus.
    return () => shown?.close();
  }, []);
  return (
    <dialog className="sheet" ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <div className="sheet-header">
        <h2 id={titleId}>{title}</h2>
        <IconButton icon={X} labelKey="common.close" onClick={onClose} />
      </div>
      {children}
    </dialog>
  );
}
