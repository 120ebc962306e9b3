import { Split } from 'lucide-react';

interface BranchButtonProps {
  /** True at a message of the user: the new chat has the conversation before it. */
  isBefore: boolean;
  onBranch(): void;
}

/** Button at a message: continues the conversation from there in a chat of its own. */
export function BranchButton({ isBefore, onBranch }: BranchButtonProps) {
  return (
    <button
      type="button"
      className="quiet icon-button"
      aria-label="Branch from here"
      title={
        isBefore
          ? 'Branch from here: write this message differently in a new chat'
          : 'Branch from here: continue in a new chat'
      }
      onClick={onBranch}
    >
      <Split className="icon" aria-hidden="true" />
    </button>
  );
}
