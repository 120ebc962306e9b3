import { type PageState, samePointer } from '../state/page-state';
import { previewOf } from '../state/page-view';

/** True if the highlight comes from the pinned row rather than from mouse or keyboard. */
export function isPinShown(state: PageState): boolean {
  const { pointer, pinned } = state;
  if (pinned.on === 'nothing') return false;
  const isAtRest =
    pointer.on === 'nothing' || (pointer.on === 'field' && previewOf(state, pointer.kind) === null);
  return isAtRest || samePointer(pointer, pinned);
}
