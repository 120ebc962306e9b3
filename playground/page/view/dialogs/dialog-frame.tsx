import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';

interface DialogFrameProps {
  title: string;
  /** A sentence beneath the title. */
  lead: ReactNode;
  className?: string;
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/**
 * A modal dialog. It traps the focus until it is closed by Esc, by its × or by a click beside it, and then
 * restores the focus.
 */
export function DialogFrame({ title, lead, className = '', onClose, onKeyDown, children }: DialogFrameProps) {
  const opener = useRef<Element | null>(null);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-overlay" />
        <Dialog.Content
          className={`dialog ${className}`}
          {...(onKeyDown ? { onKeyDown } : {})}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          // The library restores the focus to a trigger, which these dialogs don't have.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
        >
          <div className="dialog-head">
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Close className="quiet icon-only" aria-label="Close">
              <X size={16} aria-hidden />
            </Dialog.Close>
          </div>
          <Dialog.Description className="dialog-lead muted">{lead}</Dialog.Description>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
