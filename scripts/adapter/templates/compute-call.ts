import type { ComputedCall } from '@/src/core/adapter/adapter-definition';
import type { JsonObject } from '@/src/schema/values/json';
import { listValues, setMessage } from './named-values';

/** The switches by name; true for one that is on. */
type Switches = { [name: string]: boolean };
/** The restorable state. */
export type TemplateAdapterState = { switches: Switches };
/** The page's whole state. */
export type TemplateAdapterContext = {
  switches: Switches;
  /** Names of the switches that are in use. The page's server refuses to change these. */
  locked: string[];
  // [saved
  /** The last saved switches. */
  saved: Switches;
  // saved]
};

export const restorableState = ({ switches }: TemplateAdapterContext): TemplateAdapterState => ({ switches });

/** Computes the effect of a call, for its preview and again before the call runs. */
export function computeCall(
  context: TemplateAdapterContext,
  tool: string,
  { name, on, offset }: JsonObject,
): ComputedCall<TemplateAdapterContext> {
  if (tool === 'list_switches') return listValues(context.switches, Number(offset ?? 0));
  // [saved
  if (tool === 'save_switches') {
    return { after: { ...context, saved: context.switches }, message: 'Saved the switches.' };
  }
  // saved]
  if (tool !== 'set_switch' || typeof name !== 'string' || !Object.hasOwn(context.switches, name)) {
    const message = `The page has no switch ${JSON.stringify(name)}.`;
    return { success: false, message, error_code: 'not_found' };
  }
  if (context.locked.includes(name)) {
    const message = `${JSON.stringify(name)} is in use and can’t be changed now.`;
    return { success: false, message, error_code: 'in_use' };
  }
  const value = on === true;
  const message = setMessage(name, context.switches[name] ?? null, value);
  return { after: { ...context, switches: { ...context.switches, [name]: value } }, message };
}
