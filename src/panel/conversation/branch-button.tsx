import { Split } from 'lucide-react';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import { i18n } from '@/src/texts/i18n';

interface BranchButtonProps {
  /** True at a message of the user: the new chat has the conversation before it. */
  isBefore: boolean;
  /** Settles once the new chat is shown, or an error is. */
  onBranch(): Promise<unknown>;
}

/** Button at a message: continues the conversation from there in a chat of its own. */
export function BranchButton({ isBefore, onBranch }: BranchButtonProps) {
  // Another press would make another chat.
  const { isBusy, press } = useSinglePress(onBranch);
  return (
    <button
      type="button"
      className="quiet icon-button"
      aria-label={i18n.t('chats.branch.label')}
      title={isBefore ? i18n.t('chats.branch.tooltipBefore') : i18n.t('chats.branch.tooltip')}
      aria-disabled={isBusy}
      onClick={press}
    >
      <Split className="icon" aria-hidden="true" />
    </button>
  );
}
