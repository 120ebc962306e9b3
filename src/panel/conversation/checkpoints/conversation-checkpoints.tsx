import type { ReactNode } from 'react';
import { spellOut } from '@/src/core/text/foreign-text';
import { formatTime } from '@/src/panel/kit/text/format-time';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { RollbackMessage } from '@/src/schema/message';
import { i18n } from '@/src/texts/i18n';
import type { RenderEvent } from '../render-event';
import { InlineReversal } from '../reversals/inline-reversal';
import { DEFAULT_CHOICE, REPLACE_CHOICE } from '../reversals/reversal';
import { checkpointRowText } from './checkpoint-row-text';
import './checkpoint-marker.css';

/** Calls of the conversation's checkpoints to the panel. */
export interface CheckpointActions {
  /** Opens the checkpoints with this one chosen. */
  onOpen(checkpointId: string): void;
  /** Called after an undo or redo in the conversation, with the text that it put into the composer, if any. */
  onReversed(composerText: string | null): void;
}

/** Parts that are shown around an entry. */
export interface AroundEntry {
  before: ReactNode;
  after: ReactNode;
}

interface Shown {
  chatId: string;
  /** Newest first. */
  checkpoints: readonly CheckpointEntry[];
  /** All rollbacks of the conversation, in order. */
  rollbacks: readonly RollbackMessage[];
  items: readonly RenderEvent[];
  /** True during a run. */
  isBusy: boolean;
}

/**
 * Parts that belong to checkpoints, by the key of the item that they are shown at: a marker before a response's first call, Undo after
 * its last one, and Redo after the newest rollback or undo.
 */
export function aroundEntries(
  shown: Shown,
  { onOpen, onReversed }: CheckpointActions,
): Map<string, AroundEntry> {
  const around = new Map<string, AroundEntry>();
  const put = (key: string, part: Partial<AroundEntry>) =>
    around.set(key, { before: null, after: null, ...around.get(key), ...part });
  const places = callKeys(shown.items);
  for (const checkpoint of shown.checkpoints) {
    const { messageId, reason } = checkpoint;
    const place = messageId === null || reason !== 'before-changes' ? undefined : places.get(messageId);
    if (place === undefined) continue;
    put(place.first, { before: <CheckpointMarker checkpoint={checkpoint} onOpen={onOpen} /> });
    if (!canUndo(checkpoint, shown.rollbacks)) continue;
    put(place.last, {
      after: (
        <InlineReversal
          chatId={shown.chatId}
          target={{ kind: 'undo', checkpointId: checkpoint.id }}
          initialChoice={DEFAULT_CHOICE}
          button="undo"
          isBusy={shown.isBusy}
          onReversed={onReversed}
        />
      ),
    });
  }
  const newest = shown.rollbacks.at(-1);
  if (newest !== undefined && isRedoable(newest, shown.checkpoints)) {
    put(newest.id, {
      after: (
        <InlineReversal
          chatId={shown.chatId}
          target={{ kind: 'rollback', checkpointId: newest.safetyCheckpointId }}
          initialChoice={newest.kind === 'undo' ? REPLACE_CHOICE : DEFAULT_CHOICE}
          button="redo"
          isBusy={shown.isBusy}
          onReversed={onReversed}
        />
      ),
    });
  }
  return around;
}

/** The keys of the first and the last item with calls of each response, by the id of its message. */
function callKeys(items: readonly RenderEvent[]): Map<string, { first: string; last: string }> {
  const places = new Map<string, { first: string; last: string }>();
  for (const { kind, key } of items) {
    if (kind !== 'tool' && kind !== 'tool-group') continue;
    // Keys begin with the id of their message, see convert-message-to-events.
    const [id = key] = key.split(':');
    places.set(id, { first: places.get(id)?.first ?? key, last: key });
  }
  return places;
}

/** False if its calls left the page as it was, such as a save, or are undone already. */
function canUndo(
  { id, calls, stateHash, after }: CheckpointEntry,
  rollbacks: readonly RollbackMessage[],
): boolean {
  if (after?.stateHash === stateHash) return false;
  const isUndone = rollbacks.some(({ kind, checkpointId }) => kind === 'undo' && checkpointId === id);
  return !isUndone && calls.some(({ success }) => success === true);
}

/** Edits and retries are followed by another answer, so going back to before them is left to the checkpoints. */
function isRedoable({ kind, safetyCheckpointId }: RollbackMessage, entries: readonly CheckpointEntry[]) {
  const takesBack = kind === 'rollback' || kind === 'undo';
  return takesBack && entries.some(({ id }) => id === safetyCheckpointId);
}

interface CheckpointMarkerProps {
  checkpoint: CheckpointEntry;
  onOpen(checkpointId: string): void;
}

/** A thin row where a checkpoint was taken; it opens the checkpoints at it. */
function CheckpointMarker({ checkpoint, onOpen }: CheckpointMarkerProps) {
  const title = spellOut(checkpointRowText(checkpoint).title);
  return (
    <div className="checkpoint-marker">
      <button
        type="button"
        className="quiet meta"
        aria-label={i18n.t('checkpoints.marker.name', { title })}
        title={title}
        onClick={() => onOpen(checkpoint.id)}
      >
        {i18n.t('checkpoints.marker.text', { time: formatTime(checkpoint.createdAtMs) })}
      </button>
    </div>
  );
}
