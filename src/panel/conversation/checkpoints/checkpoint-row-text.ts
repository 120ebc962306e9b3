import { callsLabel, checkpointLabel } from '@/src/core/checkpoints/checkpoint-label';
import type { CallLine } from '@/src/core/tools/call-label';
import { callText } from '@/src/core/tools/call-words';
import { cutLine, MAX_LINE_LENGTH } from '@/src/panel/kit/text/call-line';
import { formatTime } from '@/src/panel/kit/text/format-time';
import { type Said, type SaidText, say } from '@/src/schema/values/said';
import type { ListedCheckpoint } from '@/src/store/queries';
import type { WordsOf } from '../find/searched-texts';
import { headingsOf, shownResults } from '../result-views/read-result';

export interface CheckpointRowText {
  title: Said;
  /**
   * Distinguishes checkpoints with the same title: the calls that the title doesn't name, the effect of all calls, and
   * the time.
   */
  detail: Said;
}

/** Maximum number of effects that a row names. */
const MAX_EFFECTS = 8;

/** Used for a call that failed or returned no data: there is no effect to show. */
const NO_DATA = {};

export function checkpointRowText(checkpoint: ListedCheckpoint, wordsOf: WordsOf): CheckpointRowText {
  const { reason, request, createdAtMs, calls, results } = checkpoint;
  const line: CallLine = (name, args) =>
    cutLine(callText(wordsOf(name).line(args), name, args), MAX_LINE_LENGTH);
  const title = checkpointLabel(checkpoint, request, line);
  const time = formatTime(createdAtMs);
  if (reason !== 'before-changes') return { title, detail: time };
  const shown = calls
    .flatMap(({ executionId, name }) =>
      shownResults(results.get(executionId) ?? NO_DATA, wordsOf(name).views),
    )
    .slice(0, MAX_EFFECTS);
  const effects = shown.length === 0 ? null : headingsOf(shown);
  const made = request === null ? null : callsLabel(checkpoint, line);
  const change =
    made === null || effects === null
      ? (made ?? effects)
      : say('common.labelled', { label: made, text: effects });
  return { title, detail: change === null ? time : say('common.facts', { first: change, second: time }) };
}

/** Title and detail of {@link checkpointRowText} in one line. */
export function checkpointText(checkpoint: ListedCheckpoint, wordsOf: WordsOf): SaidText {
  const { title, detail } = checkpointRowText(checkpoint, wordsOf);
  return say('common.facts', { first: title, second: detail });
}
