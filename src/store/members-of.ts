import type { StewardDatabase } from './db';

/** The members that a chat about several sites leads or has led: also those of sites that it is no longer about. */
export function membersOf({ chats }: Pick<StewardDatabase, 'chats'>, chatId: string) {
  return chats.filter(({ memberOf }) => memberOf === chatId);
}
