import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';
import { hostPattern } from '@/src/core/host-pattern';
import { sendCommand } from '../link/send-command';

/**
 * Makes access to a site lasting. To be called first thing in a click, before any await, or the browser takes the
 * request for one that nobody made. Rejects with `permission-missing` when the user or the browser refuses.
 */
export async function keepAccess(origin: string): Promise<void> {
  const pattern = hostPattern(origin);
  const isGranted = pattern !== null && (await browser.permissions.request({ origins: [pattern] }));
  if (!isGranted) {
    throw new StewardError('permission-missing', `Steward got no lasting access to ${origin}.`, {
      remedy: 'Try again and allow what the browser asks for, or click the toolbar button after each visit.',
    });
  }
  await sendCommand({ type: 'keep-site', origin });
}
