import { type PageState, samePointer } from '../state/page-state';
import { previewOf } from '../state/page-view';

/** Whether what is highlighted is what a click holds, and not what the mouse or the keyboard happens to be on. */
export function isPinShown(state: PageState): boolean {
  const { pointer, pinned } = state;
  if (pinned.on === 'nothing') return false;
  const isAtRest =
    pointer.on === 'nothing' || (pointer.on === 'field' && previewOf(state, pointer.kind) === null);
  return isAtRest || samePointer(pointer, pinned);
}
