import type { Chat } from '@/src/core/records/chat';
import { i18n } from '@/src/texts/i18n';
import { DismissibleError } from '../errors/dismissible-error';
import { useCommandError } from '../errors/use-command-error';
import { Sheet } from '../sheet';
import { LiveNote } from './live-note';
import { NotificationSwitch } from './notification-switch';
import { PolicyChoice } from './policy-choice';
import { ToolRules } from './tool-rules';
import { usePolicy } from './use-policy';
import './policy.css';

interface PolicySheetProps {
  chat: Chat;
  /** True if no save of the chat's page holds changes back; null if the page isn't connected. */
  goesLive: boolean | null;
  onClose(): void;
}

/** A chat's policy: a predefined one, plan mode, and the user's rules for single tools. */
export function PolicySheet({ chat, goesLive, onClose }: PolicySheetProps) {
  const { error, perform, report, dismiss } = useCommandError();
  const { policy, change } = usePolicy(chat, perform);
  return (
    <Sheet title={i18n.t('policy.sheet.title')} onClose={onClose}>
      <div className="sheet-body policy">
        <DismissibleError error={error} onDismiss={dismiss} />
        <p className="secondary">{i18n.t('policy.sheet.scope')}</p>
        {goesLive === true && chat.binding !== null && (
          <LiveNote adapterId={chat.binding.adapterId} pageTools={chat.pageTools} onError={report} />
        )}
        <PolicyChoice policy={policy} onChange={change} />
        {chat.binding !== null && (
          <ToolRules
            adapterId={chat.binding.adapterId}
            pageTools={chat.pageTools}
            policy={policy}
            goesLive={goesLive}
            onChange={change}
            onError={report}
          />
        )}
        <NotificationSwitch perform={perform} onError={report} />
      </div>
    </Sheet>
  );
}
