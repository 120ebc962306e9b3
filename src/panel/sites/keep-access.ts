import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';
import { hostPattern } from '@/src/core/host-pattern';
import { sendCommand } from '../link/send-command';

/**
 * Makes access to a site permanent. Must be called in a click handler before any await, since the browser requires a
 * user gesture. Rejects with `permission-missing` if the user or the browser refuses.
 */
export async function keepAccess(origin: string): Promise<void> {
  const pattern = hostPattern(origin);
  const isGranted = pattern !== null && (await browser.permissions.request({ origins: [pattern] }));
  if (!isGranted) {
    throw new StewardError('permission-missing', `Steward was not given permanent access to ${origin}.`, {
      remedy: 'Try again and allow what the browser asks for, or click the toolbar button after each visit.',
    });
  }
  await sendCommand({ type: 'keep-site', origin });
}
