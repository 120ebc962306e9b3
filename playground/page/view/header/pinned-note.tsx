import { Pin, X } from 'lucide-react';
import type { Pointer } from '../../state/page-state';
import { POINTING_AT_NOTHING } from '../../state/page-state';
import { usePage, usePageState } from '../page-provider';

/** The pinned row, with a button to unpin it. */
export function PinnedNote() {
  const { store } = usePage();
  const pinned = usePageState((state) => state.pinned);
  const name = nameOf(pinned);
  if (name === null) return null;
  return (
    <span className="pinned-note">
      <Pin size={12} aria-hidden />
      <span className="visually-hidden">Pinned:</span>
      <span className="mono">{name}</span>
      <button
        type="button"
        className="quiet icon-only"
        aria-label={`Unpin ${name}`}
        onClick={() => store.dispatch({ type: 'pinned', pointer: POINTING_AT_NOTHING })}
      >
        <X size={14} aria-hidden />
      </button>
    </span>
  );
}

function nameOf(pinned: Pointer): string | null {
  if (pinned.on === 'rule') return pinned.pattern;
  return pinned.on === 'model' ? pinned.id : null;
}
