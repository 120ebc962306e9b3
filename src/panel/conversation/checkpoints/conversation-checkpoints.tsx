import type { ReactNode } from 'react';
import { canUndo } from '@/src/core/checkpoints/can-undo';
import { useAllToolWords } from '@/src/panel/data/tool-words';
import { formatTime } from '@/src/panel/kit/text/format-time';
import type { CheckpointEntry } from '@/src/schema/checkpoint';
import type { RollbackMessage } from '@/src/schema/message';
import type { SiteChange } from '@/src/store/queries';
import { t, wordsOf } from '@/src/texts/i18n';
import { SitesUndo } from '../parts';
import type { RenderEvent } from '../render-event';
import { InlineReversal, undoOf } from '../reversals/inline-reversal';
import { checkpointText } from './checkpoint-row-text';
import './checkpoint-marker.css';

/** Callbacks from the checkpoints in the conversation to the panel. */
export interface CheckpointActions {
  /** Opens the sheet of checkpoints with this checkpoint chosen. */
  onOpen(checkpointId: string): void;
  /**
   * Called after an undo or redo in the conversation, and after the text of an edit was returned to the composer. `composerText` is the
   * composer's new text, or null if it didn't change.
   */
  onReversed(composerText: string | null): void;
}

/** Elements directly before and after an entry. */
export interface AroundEntry {
  before: ReactNode;
  after: ReactNode;
}

interface ShownEntries {
  /** Newest first. */
  checkpoints: readonly CheckpointEntry[];
  /** In a chat about several sites, by site in the chat's order. */
  siteChanges: readonly SiteChange[][];
  /** All rollbacks of the conversation, oldest first. */
  rollbacks: readonly RollbackMessage[];
  items: readonly RenderEvent[];
  /** True if technical rows are shown; markers are among them. */
  showsTechnical: boolean;
}

/**
 * Elements for checkpoints, by the key of the item that they belong to: Undo after a response's last call, Redo after the newest rollback
 * or undo, and, if technical rows are shown, a marker before a response's first call.
 */
export function aroundEntries(
  shown: ShownEntries,
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
    if (shown.showsTechnical) {
      put(place.first, { before: <CheckpointMarker checkpoint={checkpoint} onOpen={onOpen} /> });
    }
    if (!canUndo(checkpoint, shown.rollbacks)) continue;
    put(place.last, { after: <InlineReversal {...undoOf(checkpoint)} onReversed={onReversed} /> });
  }
  for (const changes of shown.siteChanges) {
    const place = places.get(changes[0]?.messageId ?? ''); // Each answer has a change.
    if (place !== undefined) put(place.last, { after: <SitesUndo changes={changes} /> });
  }
  const newest = shown.rollbacks.at(-1);
  if (newest !== undefined && isRedoable(newest, shown.checkpoints)) {
    put(newest.id, {
      after: (
        <InlineReversal
          target={{ kind: 'rollback', checkpointId: newest.safetyCheckpointId }}
          button={{ kind: newest.broughtBack === undefined ? 'redo' : 'roll-back' }}
          onReversed={onReversed}
        />
      ),
    });
  }
  return around;
}

/** Keys of each response's first and last item with calls, by the id of its message. */
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

/**
 * True for a rollback or undo whose safety checkpoint still exists. An edit or a retry has no Redo, since another answer follows it: the
 * user reverts it in the sheet of checkpoints.
 */
function isRedoable({ kind, safetyCheckpointId }: RollbackMessage, entries: readonly CheckpointEntry[]) {
  const takesBack = kind === 'rollback' || kind === 'undo';
  return takesBack && entries.some(({ id }) => id === safetyCheckpointId);
}

interface CheckpointMarkerProps {
  checkpoint: CheckpointEntry;
  onOpen(checkpointId: string): void;
}

/** A thin row where a checkpoint was taken. A click opens the sheet with the checkpoint chosen. */
function CheckpointMarker({ checkpoint, onOpen }: CheckpointMarkerProps) {
  // The title omits the user's message and the effect of the calls: the entries beside the marker show both.
  const named = { ...checkpoint, request: null, results: new Map() };
  const title = wordsOf(checkpointText(named, useAllToolWords()));
  return (
    <div className="checkpoint-marker">
      <button
        type="button"
        className="quiet meta"
        aria-label={t('checkpoints.marker.name', { title })}
        title={title}
        onClick={() => onOpen(checkpoint.id)}
      >
        {t('checkpoints.marker.text', { time: formatTime(checkpoint.createdAtMs) })}
      </button>
    </div>
  );
}
