import type { UndoBlocker } from '@/src/core/checkpoints/undo-blocker';
import { ForeignText } from '../text/foreign-text';
import { formatTime } from '../text/format-time';

/** Later changes that block the undo of a single answer. */
export function UndoBlockerList({ blockers }: { blockers: readonly UndoBlocker[] }) {
  return (
    <div className="by-hand">
      <p>This can’t be undone on its own: later changes affect the same place.</p>
      <ul className="conflicts">
        {blockers.map((blocker) => (
          <li key={`${blocker.path} ${blocker.page}`}>
            <span>
              <ForeignText text={whatChanged(blocker)} />
            </span>
            <code>
              <ForeignText text={blocker.path} />
            </code>
            <span>
              Page:{' '}
              <code>
                <ForeignText text={blocker.page} />
              </code>
            </span>
            <span>
              Before this:{' '}
              <code>
                <ForeignText text={blocker.wanted} />
              </code>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function whatChanged({ change }: UndoBlocker): string {
  return change === null
    ? 'Changed on the page itself, by hand or by going to another view'
    : `${change.label} · ${formatTime(change.atMs)}`;
}
