import { hasEnded } from '@/src/core/records/transition';
import { runWaits } from '@/src/panel/data/run-waits';
import { useSend } from '@/src/panel/data/use-send';
import { ChoiceField } from '@/src/panel/kit/fields/choice-field';
import type { Chat } from '@/src/schema/chat';
import type { Run } from '@/src/schema/run';
import { t } from '@/src/texts/i18n';

interface NextRequestFieldProps {
  chat: Chat;
  /** The chat's newest run; null before the first. */
  run: Pick<Run, 'id' | 'status' | 'control' | 'asksNoModel'> | null;
}

const CHOICES = ['sent', 'wait-for-user', 'done'] as const;

type Next = (typeof CHOICES)[number];

/**
 * Choice of what happens once instead of the chat's next request: Steward waits for the user, or the task ends. If the run already waits,
 * it ends at once. Renders nothing for a run that makes no further request.
 */
export function NextRequestField({ chat, run }: NextRequestFieldProps) {
  const send = useSend();
  const unfinished = run === null || hasEnded(run.status) ? null : run;
  if (unfinished?.control === 'stop' || unfinished?.asksNoModel === true) return null;
  const isWaiting = unfinished !== null && runWaits(unfinished.status);
  const chosen = queuedChoice(chat);
  const canChoose = { sent: true, 'wait-for-user': !isWaiting, done: unfinished !== null };
  const offered = CHOICES.filter((next) => canChoose[next] || next === chosen);
  const choose = (next: Next) =>
    void send(
      isWaiting && next === 'done'
        ? { type: 'control-run', chatId: chat.id, action: 'end-task' }
        : {
            type: 'queue-status',
            chatId: chat.id,
            runId: unfinished?.id ?? null,
            status: next === 'sent' ? null : next,
          },
    );
  return (
    <ChoiceField
      label={t('chatSettings.nextRequest.label')}
      choices={offered.map((value) => ({ value, label: t(`chatSettings.nextRequest.${value}`) }))}
      chosen={chosen}
      defaultValue="sent"
      onChoose={choose}
    >
      {t('chatSettings.nextRequest.effect')}
    </ChoiceField>
  );
}

/** The user's queued choice. Statuses that only a tool can queue count as no choice. */
function queuedChoice({ queuedStatus }: Chat): Next {
  if (queuedStatus?.state === 'waiting-for-user-input') return 'wait-for-user';
  return queuedStatus?.state === 'done' ? 'done' : 'sent';
}
