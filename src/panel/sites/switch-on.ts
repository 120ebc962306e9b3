import type { PageStatus } from '@/src/messages/commands';
import { sendCommand } from '../link/send-command';

/** Switches Steward on for a page where it is off. */
export async function switchOn({ scope, url }: Extract<PageStatus, { state: 'off' }>): Promise<void> {
  if (scope === 'everywhere') await sendCommand({ type: 'switch-steward', isOn: true });
  else await sendCommand({ type: 'switch-site', origin: new URL(url).origin, isOn: true });
}
