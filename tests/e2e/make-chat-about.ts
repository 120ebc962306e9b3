import type { Page } from '@playwright/test';
import { readTable } from './read-table';
import { sendCommand } from './send-command';

interface BoundChat {
  id: string;
  binding: { origin: string; instanceId: string };
}

/** Makes the chat of the first of these sites one about all of them. Each has been asked about once. Returns the chat's id. */
export async function makeChatAbout(panel: Page, origins: readonly string[]): Promise<string> {
  const chats = (await readTable(panel, 'chats')) as unknown as BoundChat[];
  const bound = origins.flatMap((origin) => chats.find(({ binding }) => binding.origin === origin) ?? []);
  const sites = bound.map(({ binding: { origin, instanceId } }) => ({ origin, instanceId }));
  const chatId = bound[0]?.id ?? '';
  await sendCommand(panel, { type: 'choose-sites', chatId, sites });
  return chatId;
}
