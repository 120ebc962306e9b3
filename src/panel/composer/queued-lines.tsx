import { passesFocusOn } from '@/src/panel/kit/focus';
import { TextButton } from '@/src/panel/kit/text-button';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import type { Chat } from '@/src/schema/chat';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { queuedStatusText } from './run-actions';
import './queued-lines.css';

interface QueuedMessageLineProps {
  /** The queued message; null if there is none. */
  text: string | null;
  /** Number of images of the message. */
  images: number;
  /** True while an active run will send it. */
  isUnderWay: boolean;
  /**
   * Sends the message now. Resolves even if sending fails. Null while a run is unfinished, because the run sends the
   * message.
   */
  onSend: (() => Promise<unknown>) | null;
  /** Moves the message back into the composer. Resolves even if that fails. */
  onEdit(): Promise<unknown>;
  onWithdraw(): Promise<unknown>;
}

/**
 * A message that the user queued during a run. The run sends it after the current step; if the run has ended, the user
 * can send it.
 */
export function QueuedMessageLine(props: QueuedMessageLineProps) {
  const { text, images, isUnderWay, onSend, onEdit, onWithdraw } = props;
  return (
    <QueuedLine
      className="queued-line"
      label="composer.queued.label"
      line={text === null ? null : lineOf(text, images, isUnderWay)}
      tooltip={text}
      buttons={[
        ...(onSend === null ? [] : [{ text: 'composer.field.send' as const, onPress: onSend }]),
        { text: 'common.edit', onPress: onEdit },
        { text: 'composer.queued.withdraw', onPress: onWithdraw },
      ]}
    />
  );
}

function lineOf(message: string, images: number, isUnderWay: boolean): string {
  const [text = ''] = message.trim().split('\n', 1);
  if (images === 0) {
    return t(isUnderWay ? 'composer.queued.waiting' : 'composer.queued.notSent', { text });
  }
  return t(isUnderWay ? 'composer.queued.waitingWithImages' : 'composer.queued.notSentWithImages', {
    count: images,
    text,
  });
}

interface QueuedStatusLineProps {
  queued: Chat['queuedStatus'];
  /** True if no run is unfinished. */
  isIdle: boolean;
  /** Withdraws the status. Resolves even if that fails. */
  onCancel(): Promise<unknown>;
}

/** The status that takes the place of the next request. */
export function QueuedStatusLine({ queued, isIdle, onCancel }: QueuedStatusLineProps) {
  return (
    <QueuedLine
      className="queued-line queued-status"
      label="composer.queuedStatus.label"
      line={queuedStatusText(queued, isIdle)}
      tooltip={null}
      buttons={[{ text: 'common.cancel', onPress: onCancel }]}
    />
  );
}

interface QueuedLineProps {
  className: string;
  /** The accessible name. */
  label: TextKey;
  /** Null if nothing is queued. */
  line: string | null;
  tooltip: string | null;
  buttons: readonly { text: TextKey; onPress(): Promise<unknown> }[];
}

/** Line above the message field with what waits for the run's next step. Its changes are announced. */
function QueuedLine({ line, ...props }: QueuedLineProps) {
  return (
    <>
      <span className="visually-hidden" aria-live="polite">
        {line}
      </span>
      {line !== null && <ShownLine line={line} {...props} />}
    </>
  );
}

function ShownLine({ className, label, line, tooltip, buttons }: QueuedLineProps) {
  const { isBusy, press } = useSinglePress((work: () => Promise<unknown>) => work());
  // The step may begin, and remove the line, while one of the buttons has the focus.
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div ref={passesFocusOn} className={className} role="group" aria-label={t(label)}>
      <span className="queued-text" title={tooltip ?? undefined}>
        {line}
      </span>
      {/* Not disabled: a disabled button loses the focus before the line can move it. */}
      {buttons.map(({ text, onPress }) => (
        <TextButton
          key={text}
          text={text}
          className="quiet"
          aria-disabled={isBusy}
          onClick={() => press(onPress)}
        />
      ))}
    </div>
  );
}
