import { StewardError } from '../errors';
import { conversation } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { currentRun } from '../records/record-access';
import { BUILT_IN_TOOLS } from '../tools/built-in-tools';
import { quoted } from '../tools/quoted';
import { validateCall } from '../tools/validate-call';

/**
 * Throws `invalid-message` if the run's open question takes only its own choices, and the text is none of them. Case
 * and blanks around the text don't matter. Refused rather than taken as a new instruction: the model asked for one of
 * these answers, and the user can stop the run to say something else.
 */
export function assertAnswer(record: ChatRecord, text: string): void {
  const choices = closedChoices(record);
  if (choices === null || choices.some((choice) => plain(choice) === plain(text))) return;
  const listed = [choices.slice(0, -1).map(quoted).join(', '), ...choices.slice(-1).map(quoted)];
  throw new StewardError(
    'invalid-message',
    `The question can be answered by ${listed.filter(Boolean).join(' or ')} only.`,
    { remedy: 'Choose one of these answers. To say something else, stop the run first.' },
  );
}

/** The choices of the open question; null if none is open, or if it takes other answers too. */
function closedChoices(record: ChatRecord): string[] | null {
  const { status, id } = currentRun(record);
  if (status.state !== 'waiting-for-user-input' || status.reason !== 'question') return null;
  const ofRun = conversation(record.messages).filter((message) => message.runId === id);
  // A message behind the response answered its question: then somebody else put the run into this wait.
  const response = ofRun.findLast(({ role }) => role === 'assistant' || role === 'user');
  if (response?.role !== 'assistant') return null;
  for (const call of response.toolCalls) {
    const checked = validateCall(BUILT_IN_TOOLS, call);
    const result = ofRun.find((entry) => entry.role === 'tool' && entry.executionId === call.executionId);
    const isAsked = result?.role === 'tool' && result.result.success;
    if (!isAsked || checked.kind === 'invalid' || checked.tool.name !== 'ask_user') continue;
    const { choices, allow_other } = checked.args;
    return allow_other === false && Array.isArray(choices) ? choices.map(String) : null;
  }
  return null;
}

function plain(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
