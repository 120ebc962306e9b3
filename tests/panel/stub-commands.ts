import { vi } from 'vitest';
import * as commands from '@/src/panel/data/send-command';

/**
 * Replaces `sendCommand` by a mock until the end of the test. It answers each command with null, unless the test gives another
 * answer.
 */
export function stubCommands(): void {
  vi.spyOn(commands, 'sendCommand').mockResolvedValue(null);
}
