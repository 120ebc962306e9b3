import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '@/src/panel/kit/icon-button';
import './foot-note.css';

interface FootNoteProps {
  /** Id of the pending approval request; null if none is pending. */
  approvalId: string | null;
  children: ReactNode;
}

/**
 * A card at the panel's foot. While an approval request waits, the card is one line until the user unfolds it or the focus is in it. It is
 * only clipped, so that screen readers still announce it.
 */
export function FootNote({ approvalId, children }: FootNoteProps) {
  const [unfoldedBeside, setUnfoldedBeside] = useState<string | null>(null);
  const isOpen = approvalId === unfoldedBeside;
  return (
    <div className="foot-note" data-open={isOpen}>
      {children}
      {approvalId !== null && (
        <IconButton
          icon={ChevronDown}
          labelKey="panel.foot.unfold"
          aria-expanded={isOpen}
          onClick={() => setUnfoldedBeside(isOpen ? null : approvalId)}
        />
      )}
    </div>
  );
}
