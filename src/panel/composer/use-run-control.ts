import { useSendInChat, useShownChat } from '@/src/panel/data/shown-chat';
import { focusMessageField } from '@/src/panel/kit/focus';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import { type RunMenuAction, runActions } from './run-actions';
import { type RunActivity, runActivity } from './run-activity';

/** The run of the shown chat, and the ways to hold or end it. */
export interface RunControl {
  activity: RunActivity;
  /** The entries of the run's menu; none without a run that can be held or ended. */
  actions: readonly RunMenuAction[];
  act(action: RunMenuAction): void;
  stop(): void;
  isStopping: boolean;
}

export function useRunControl(): RunControl {
  const { chatId, view } = useShownChat();
  const sendInChat = useSendInChat();
  const run = view?.run ?? null;
  const send = (action: RunMenuAction['action']) => sendInChat({ type: 'control-run', action });
  const { isBusy, press } = useSinglePress(() => send('stop'), chatId);
  const stop = () => {
    // The Stop button is disabled while the command runs, and would lose the focus.
    focusMessageField();
    press();
  };
  return {
    activity: runActivity(run),
    actions: runActions(run),
    act({ action }) {
      if (action === 'stop') stop();
      else void send(action);
    },
    stop,
    isStopping: isBusy,
  };
}
