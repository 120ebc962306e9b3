/// <reference types="chrome" />
import type { Page } from '@playwright/test';

/** Sends a command as the panel does, to prepare a test. Rejects with the background's error. */
export async function sendCommand(panel: Page, command: object): Promise<void> {
  const reply = await panel.evaluate(
    (sent) => chrome.runtime.sendMessage({ channel: 'steward/command', command: sent }),
    command,
  );
  if (reply?.ok !== true) throw new Error(`The background refused: ${JSON.stringify(reply)}`);
}
