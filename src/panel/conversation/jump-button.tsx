import { ArrowDown } from 'lucide-react';
import { count } from '../text/count';

interface JumpButtonProps {
  /** Messages that arrived since the user scrolled up. */
  newMessages: number;
  onJump(): void;
}

/** The button that leads to the end of the conversation. */
export function JumpButton({ newMessages, onJump }: JumpButtonProps) {
  return (
    <button type="button" className={newMessages > 0 ? 'jump primary' : 'jump'} onClick={onJump}>
      <ArrowDown className="icon" aria-hidden="true" />
      {newMessages > 0 ? count(newMessages, 'new message') : 'Jump to latest'}
    </button>
  );
}
