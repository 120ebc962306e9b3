import type { RenderEvent } from './render-event';

const TECHNICAL: readonly RenderEvent['kind'][] = ['system-prompt', 'side-request', 'title', 'accounting'];

/** True for entries about requests and tokens, which are shown only if the user shows technical rows. */
export function isTechnical({ kind }: RenderEvent): boolean {
  return TECHNICAL.includes(kind);
}
