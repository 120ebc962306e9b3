import { ArrowDown } from 'lucide-react';
import { focusMessageField } from '@/src/panel/kit/focus';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { i18n } from '@/src/texts/i18n';

interface JumpButtonProps {
  /** Messages that arrived since the user scrolled up. */
  newMessages: number;
  onJump(): void;
}

/** Button that scrolls to the end of the conversation. */
export function JumpButton({ newMessages, onJump }: JumpButtonProps) {
  const jump = () => {
    onJump();
    // The focused button is removed at the end of the conversation.
    focusMessageField();
  };
  return (
    <button type="button" className={newMessages > 0 ? 'jump primary' : 'jump'} onClick={jump}>
      <ArrowDown className="icon" aria-hidden="true" />
      {newMessages > 0
        ? i18n.t('conversation.jump.newMessages', newMessages, [formatNumber(newMessages)])
        : i18n.t('conversation.jump.latest')}
    </button>
  );
}
