import { openQuestion } from '@/src/core/records/open-question';
import { withoutPause } from '@/src/core/records/transition';
import { readBuiltInCall } from './built-in-call';

type Waits = Parameters<typeof openQuestion>[0];

/**
 * Execution id of the call at which the run waits: the open question, or a `wait` call that isn't over, even while the run is paused. Null
 * if there is none.
 */
export function waitingCallId(waits: Waits): string | null {
  const status = waits.run && withoutPause(waits.run.status);
  if (status?.state === 'waiting-for-agent-coordination') return status.coordinatingToolCallId;
  return openQuestion(waits)?.executionId ?? null;
}

/**
 * The open question, which the next message answers; null while no question is open. `id` is the execution id of the
 * `ask_user` call; `text` is null if the call's arguments can't be read.
 */
export function shownQuestion(waits: Waits): { id: string; text: string | null } | null {
  const call = openQuestion(waits);
  const builtIn = call && readBuiltInCall(call.name, call.argumentsText);
  return call && { id: call.executionId, text: builtIn?.name === 'ask_user' ? builtIn.question : null };
}
