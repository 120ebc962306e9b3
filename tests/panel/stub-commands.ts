import { vi } from 'vitest';
import * as commands from '@/src/panel/data/send-command';

/**
 * Replaces `sendCommand` by a mock for the current test. The mock resolves to null unless the test sets another result.
 */
export function stubCommands(): void {
  vi.spyOn(commands, 'sendCommand').mockResolvedValue(null);
}
