import { type ReactNode, useRef, useState } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import { useInChat } from '@/src/panel/data/shown-chat';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import type { Run } from '@/src/schema/run';

interface RunButtonProps {
  run: Run;
  isPrimary: boolean;
  action: 'retry' | 'continue-answer' | 'continue' | 'resume';
  children: ReactNode;
}

/**
 * Button that continues a run. After a successful press it ignores others until the run is read again and the button is removed.
 */
export function RunButton({ run, isPrimary, action, children }: RunButtonProps) {
  const inChat = useInChat();
  const newest = useRef(run);
  newest.current = run;
  const [continued, setContinued] = useState<Run | null>(null);
  const { isBusy, press } = useSinglePress(async () => {
    const isTaken = await inChat((chatId) => sendCommand({ type: 'control-run', chatId, action }));
    if (isTaken) setContinued(newest.current);
  });
  const isPressed = isBusy || continued === run;
  return (
    <button
      type="button"
      className={isPrimary ? 'primary' : ''}
      aria-disabled={isPressed}
      onClick={() => isPressed || press()}
    >
      {children}
    </button>
  );
}
