import { callsLabel, checkpointLabel } from '@/src/core/checkpoints/checkpoint-label';
import type { CallLine } from '@/src/core/tools/call-label';
import { callText } from '@/src/core/tools/call-words';
import { cutLine, MAX_LINE_LENGTH } from '@/src/panel/kit/text/call-line';
import { formatTime } from '@/src/panel/kit/text/format-time';
import type { ListedCheckpoint } from '@/src/store/queries';
import type { WordsOf } from '../find/searched-texts';
import { shownResults } from '../result-views/read-result';

export interface CheckpointRowText {
  title: string;
  /**
   * Distinguishes checkpoints with the same title: the calls that the title doesn't name, the effect of all calls, and
   * the time.
   */
  detail: string;
}

/** Stands for the result of a call that failed or returned no data, which has no effect to show. */
const NO_DATA = {};

/** Text of a checkpoint's row. */
export function checkpointRowText(checkpoint: ListedCheckpoint, wordsOf: WordsOf): CheckpointRowText {
  const { reason, request, createdAtMs, calls, results } = checkpoint;
  const line: CallLine = (name, args) => callText(wordsOf(name).line(args), name, args);
  const title = checkpointLabel(checkpoint, request, line);
  const time = formatTime(createdAtMs);
  if (reason !== 'before-changes') return { title, detail: time };
  const effects = calls.flatMap(({ executionId, name }) =>
    shownResults(results.get(executionId) ?? NO_DATA, wordsOf(name).views).map(({ heading }) => heading),
  );
  const change = [request === null ? '' : callsLabel(checkpoint, line), effects.join(', ')];
  const words = cutLine(change.filter((part) => part !== '').join(': '), MAX_LINE_LENGTH);
  return { title, detail: words === '' ? time : `${words} · ${time}` };
}

/** The same text in one line. */
export function checkpointText(checkpoint: ListedCheckpoint, wordsOf: WordsOf): string {
  const { title, detail } = checkpointRowText(checkpoint, wordsOf);
  return `${title} · ${detail}`;
}
