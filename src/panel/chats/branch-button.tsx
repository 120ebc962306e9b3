import { Split } from 'lucide-react';
import { i18n } from '@/src/texts/i18n';

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
      aria-label={i18n.t('chats.branch.label')}
      title={isBefore ? i18n.t('chats.branch.tooltipBefore') : i18n.t('chats.branch.tooltip')}
      onClick={onBranch}
    >
      <Split className="icon" aria-hidden="true" />
    </button>
  );
}
