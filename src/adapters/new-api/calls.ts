import { isSameJson } from '@/src/core/hash';
import { failure } from '@/src/core/records/tool-result';
import { say } from '@/src/schema/values/said';
import { computedCalls, messageWithEffects, type ReadOnlyToolPage } from '../kit/calls';
import { FailedCall } from '../kit/computed-tool';
import { inSlices } from '../kit/slices';
import { inForce, lineWithEffects } from '../kit/tool-results';
import { type NewApiContext, UPSTREAM_REFUSED } from './channels';
import { newApi } from './definition';
import { consequences } from './offers';
import { computeCall } from './tools';

/**
 * Added to the result of each change: the page doesn't read its channels again, and its dialog saves everything that it
 * shows.
 */
const STALE =
  'The page’s list and an open dialog still show the state before, and the dialog saves all it shows: tell the user to reload the page before editing there.';

const PRICES_UNREAD =
  'Which of these models have a price could not be read now: without one, their calls fail.';

/**
 * Returns the context with a missing part, which the page's script reads from the server. Throws the call's failure if
 * the server gives no such list.
 */
async function complete(
  context: NewApiContext,
  part: string,
  page: ReadOnlyToolPage,
): Promise<NewApiContext> {
  const [operation = part, channel] = part.split(':'); // Always there: split returns at least one.
  const result = await page.look(
    channel === undefined ? { operation } : { operation, channel: Number(channel) },
  );
  if (result.error_code === UPSTREAM_REFUSED) {
    const message = `The upstream of channel ${channel} gave no list of models; the page’s own “Fetch Models” says why.`;
    throw new FailedCall({ ...result, message });
  }
  const { names, priced } = result.data ?? {}; // Checked next.
  if (!Array.isArray(names)) throw new FailedCall(failure('page_refused', `The page gave no ${part}.`));
  const prices = Array.isArray(priced) ? { priced: priced.map(String) } : {};
  return { ...context, more: { ...context.more, ...prices, [part]: names.map(String) } };
}

export const newApiCalls = computedCalls(newApi, {
  computeCall,
  consequences,
  complete,
  async changed({ after, message, data, step }, before, done, page) {
    if (!done.success) return done;
    // The price list has a new model only now. The change is made, whether its prices can be read or not.
    const read = await complete(after, 'unpriced', page).catch(() => null);
    const isNews = read !== null && !isSameJson(read.more ?? null, after.more ?? null);
    const effects = await inSlices(() => consequences(before, isNews ? read : after));
    const unread = read === null ? [PRICES_UNREAD] : [];
    const told = [messageWithEffects(message, effects), ...unread, STALE].join(' ');
    // Without a client's key, nothing shows what is served.
    const changed = say('new-api.result.changed', { count: step.entries.length });
    const forUser = lineWithEffects(changed, effects);
    return { success: true, message: told, forUser, data: { ...data, ...inForce('unknown', '').data } };
  },
});
