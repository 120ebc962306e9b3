import type { SystemMessage } from '@/src/schema/message';
import type { RenderEvent } from './render-event';

const TECHNICAL: readonly RenderEvent['kind'][] = ['system-prompt', 'side-request', 'title', 'accounting'];

/** True for entries about requests and tokens, which are shown only if the user shows technical rows. */
export function isTechnical({ kind }: RenderEvent): boolean {
  return TECHNICAL.includes(kind);
}

/** True for an event by which Steward itself tells the model how to go on. */
export function isForModel({ scope, sender }: SystemMessage): boolean {
  return scope === 'steward' && sender === undefined;
}
