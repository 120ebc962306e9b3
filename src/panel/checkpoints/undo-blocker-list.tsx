import type { UndoBlocker } from '@/src/core/checkpoints/undo-blocker';
import { i18n } from '@/src/texts/i18n';
import { ForeignText } from '../text/foreign-text';
import { formatTime } from '../text/format-time';
import { TextWithElements } from '../text/text-with-elements';
import { PageValue } from './page-value';

/** Later changes that block the undo of a single answer. */
export function UndoBlockerList({ blockers }: { blockers: readonly UndoBlocker[] }) {
  return (
    <div className="by-hand">
      <p>{i18n.t('checkpoints.undoBlocker.samePlace')}</p>
      <ul className="conflicts">
        {blockers.map((blocker) => (
          <li key={`${blocker.path} ${blocker.page}`}>
            <span>
              <ForeignText text={whatChanged(blocker)} />
            </span>
            <PageValue text={blocker.path} />
            <span>
              <TextWithElements
                text="checkpoints.undoBlocker.page"
                elements={{ value: <PageValue text={blocker.page} /> }}
              />
            </span>
            <span>
              <TextWithElements
                text="checkpoints.undoBlocker.before"
                elements={{ value: <PageValue text={blocker.wanted} /> }}
              />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function whatChanged({ change }: UndoBlocker): string {
  return change === null
    ? i18n.t('checkpoints.undoBlocker.onPage')
    : `${change.label} · ${formatTime(change.atMs)}`;
}
