import type { Message } from '@/src/schema/message';
import type { Hit } from './find-hits';

/** The index of the hit to begin with: the first one from the message at the top of the view on, or else the last one. */
export function hitNear(hits: readonly Hit[], scroller: HTMLElement, messages: readonly Message[]): number {
  const { top } = scroller.getBoundingClientRect();
  const entries = [...scroller.querySelectorAll<HTMLElement>('[data-entry]')];
  const first = entries.find((entry) => entry.getBoundingClientRect().bottom > top)?.dataset.entry;
  const position = messages.find(({ id }) => first === id || first?.startsWith(`${id}:`))?.position;
  const at = hits.findIndex((hit) => position !== undefined && hit.position >= position);
  return at === -1 ? hits.length - 1 : at;
}
