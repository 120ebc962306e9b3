import type { UndoBlocker } from '@/src/core/checkpoints/undo-blocker';
import { ForeignText } from '../text/foreign-text';
import { formatTime } from '../text/format-time';

/** The later changes that keep an answer from being undone alone. */
export function UndoBlockerList({ obstacles }: { obstacles: readonly UndoBlocker[] }) {
  return (
    <div className="by-hand">
      <p>This can’t be undone alone: something changed the same later.</p>
      <ul className="conflicts">
        {obstacles.map((obstacle) => (
          <li key={`${obstacle.path} ${obstacle.page}`}>
            <span>
              <ForeignText text={whatChanged(obstacle)} />
            </span>
            <code>
              <ForeignText text={obstacle.path} />
            </code>
            <span>
              Page:{' '}
              <code>
                <ForeignText text={obstacle.page} />
              </code>
            </span>
            <span>
              Before this:{' '}
              <code>
                <ForeignText text={obstacle.wanted} />
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
