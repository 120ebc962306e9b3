import { TriangleAlert } from 'lucide-react';
import { policyOf } from '@/src/core/policy/policy-settings';
import { useDefinition } from '@/src/panel/data/load-definition';
import { sendCommand } from '@/src/panel/data/send-command';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { Sheet } from '@/src/panel/kit/sheet';
import type { Chat } from '@/src/schema/chat';
import type { PolicySettings } from '@/src/schema/chat-settings';
import type { PageTool } from '@/src/schema/page-tool';
import { i18n } from '@/src/texts/i18n';
import { useAppliedSettings } from '../chat/use-applied-settings';
import { PolicyChoice } from './policy-choice';
import { ToolRules } from './tool-rules';
import './policy.css';

interface PolicySheetProps {
  chat: Chat;
  /** True if changes of the chat's page take effect without a save; null if the page isn't connected. */
  goesLive: boolean | null;
  onClose(): void;
}

/** A chat's policy: a predefined one, plan mode, and the user's rules for single tools. */
export function PolicySheet({ chat, goesLive, onClose }: PolicySheetProps) {
  const { error, report, dismiss } = useCommands();
  // One setting: a policy from another window replaces a choice as a whole, as saving does.
  const { shown, change } = useAppliedSettings<{ policy: PolicySettings }>(
    { policy: policyOf(chat.settings) },
    (changed): Promise<unknown> =>
      sendCommand({ type: 'set-policy', chatId: chat.id, ...shown.policy, ...changed.policy }),
  );
  const choose = (policy: PolicySettings) => change({ policy });
  return (
    <Sheet title={i18n.t('policy.sheet.title')} onClose={onClose}>
      <div className="sheet-body">
        <DismissibleError error={error} onDismiss={dismiss} />
        <p className="secondary">{i18n.t('policy.sheet.scope')}</p>
        {goesLive === true && chat.binding !== null && (
          <LiveNote adapterId={chat.binding.adapterId} pageTools={chat.pageTools} onError={report} />
        )}
        <PolicyChoice policy={shown.policy} onChange={choose} />
        {chat.binding !== null && (
          <ToolRules
            adapterId={chat.binding.adapterId}
            pageTools={chat.pageTools}
            policy={shown.policy}
            goesLive={goesLive}
            onChange={choose}
            onError={report}
          />
        )}
      </div>
    </Sheet>
  );
}

interface LiveNoteProps {
  adapterId: string;
  pageTools: readonly PageTool[];
  onError(error: unknown): void;
}

/** States why every change of a page without a save needs approval. Nothing while the adapter's definition loads. */
function LiveNote({ adapterId, pageTools, onError }: LiveNoteProps) {
  const definition = useDefinition(adapterId, pageTools, onError);
  if (definition === null) return null;
  const { effectNote } = definition;
  return (
    <p className="policy-live">
      <TriangleAlert className="icon" aria-hidden="true" />
      <span>
        {effectNote === undefined
          ? i18n.t('policy.live.explanation')
          : i18n.t('policy.live.explanationAfterNote', { note: effectNote })}
      </span>
    </p>
  );
}
