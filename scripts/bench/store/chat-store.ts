import type { ChatListReader } from '@/src/store/chat-list';
import type { ChatView } from '@/src/store/queries';

export const MESSAGES_PER_CHAT = 200;
export const RUNS_PER_CHAT = 20;

/** Number of chats that the panel's list loads at once. */
const PAGE_SIZE = 10;

/** Number of different words in all texts. */
const VOCABULARY = 3_000;
const WORDS_PER_MESSAGE = 10;

/** A text of frequent and rare words, which depends only on the arguments. */
export function textOf(chat: number, position: number, chats: number): string {
  const words = Array.from({ length: WORDS_PER_MESSAGE }, (_, index) => {
    const seed = Math.sin(chat * 9_301 + position * 49_297 + index * 233) * 10_000;
    const share = seed - Math.floor(seed);
    return `word${Math.floor(share ** 3 * VOCABULARY).toString(36)}`;
  });
  if (position === 10) words.push('everywhere');
  // In at least ten chats, so that the first page of results is always full.
  if (position === 12 && chat % Math.max(1, chats / 100) === 0) words.push('sometimes');
  if (position === 14 && chat === Math.floor(chats / 2)) words.push('unique');
  return words.join(' ');
}

export function titleOf(chat: number): string {
  return `Question ${chat} about models`;
}

interface Queries {
  chatList: ChatListReader;
  chatView(chatId: string): Promise<ChatView | null>;
}

const search = (text: string) => (queries: Queries) => queries.chatList.first({ text, limit: PAGE_SIZE });

/** The panel's queries, by name. */
export const OPERATIONS = {
  'opening the list': search(''),
  'searching a word of one chat': search('unique'),
  'searching a word of some chats': search('sometimes'),
  'searching a word of every chat': search('everywhere'),
  'searching the beginning of a word': search('everyw'),
  'searching the beginning of many words': search('word1'),
  'searching three words': search('everywhere question sometimes'),
  'searching a word of no chat': search('nowhere'),
  'other chats that run': ({ chatList }: Queries) => chatList.unfinished(),
  'opening a chat': ({ chatView }: Queries) => chatView('c3'),
} as const satisfies Record<string, (queries: Queries) => Promise<unknown>>;

export type Operation = keyof typeof OPERATIONS;
