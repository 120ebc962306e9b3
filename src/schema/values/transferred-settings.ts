import { type NamesWith, rowsWith } from './setting-row';
import { CHAT_SETTINGS } from './settings';

type TransferredSetting = NamesWith<typeof CHAT_SETTINGS, { transfer: 'settings' }> | 'prompt';

/** The settings of a chat that an export contains: how it sends and what bounds it, but not what the assistant may do. */
export const TRANSFERRED_SETTINGS: readonly TransferredSetting[] = [
  'prompt',
  ...namesOf(rowsWith(CHAT_SETTINGS, { transfer: 'settings' })),
];

/** The settings that the file of an exported chat offers: the user chooses which of them the imported chat has. */
export const OFFERED_SETTINGS: readonly (
  | TransferredSetting
  | NamesWith<typeof CHAT_SETTINGS, { transfer: 'chat' }>
)[] = [...TRANSFERRED_SETTINGS, ...namesOf(rowsWith(CHAT_SETTINGS, { transfer: 'chat' }))];

function namesOf<Rows extends object>(rows: Rows): (keyof Rows)[] {
  return Object.keys(rows) as (keyof Rows)[];
}
