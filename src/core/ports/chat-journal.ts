import type { Chat, QueuedEvent, QueuedMessage } from '@/src/schema/chat';
import type { SystemMessage, UserMessage } from '@/src/schema/message';
import type { HistoryPlace } from '@/src/schema/observed-page';
import type { Run } from '@/src/schema/run';
import type { Json } from '@/src/schema/values/json';
import type { ChatRecord } from '../records/record-access';
import type { TakenInput } from '../records/unsent-text';

/** The fields of a chat's row that other journal methods update in their transaction. */
export type ChatChanges = Partial<
  Pick<Chat, 'lastStateHash' | 'lastSnapshotId' | 'pageTools' | 'updatedAtMs' | 'queuedStatus'>
>;

export type ChatTitle = Pick<Chat, 'title' | 'titleSource'>;

/** Chats, their input queues, and their runs. */
export interface ChatJournal {
  /** Reads everything stored about a chat. Slow for long chats, so don't call it for each call of a response. */
  load(chatId: string): Promise<ChatRecord>;
  /** Reads a chat's row without its messages. */
  chatById(chatId: string): Promise<Chat>;
  /** Titles of all chats that the user didn't delete, the latest first. */
  chatTitles(): Promise<Pick<Chat, 'id' | 'title'>[]>;
  /** Reads one run's row without its chat and messages. */
  runById(runId: string): Promise<Run>;
  /**
   * Reads the chat's newest run that isn't over; null if there is none. Reads no messages, so it also finds the run of a chat that
   * {@link load} can't read.
   */
  openRunOf(chatId: string): Promise<Run | null>;
  /**
   * Starts a run: stores its row, its opening message or event, and the context against which later changes are
   * computed. Stores the id of the run's snapshot as the chat's last one.
   */
  beginRun(entry: {
    run: Run;
    message: UserMessage | SystemMessage;
    context: Json;
    at: HistoryPlace;
    chat: ChatChanges;
    /** Null keeps the chat's title. */
    title: ChatTitle | null;
    taken: TakenInput;
  }): Promise<void>;
  updateRun(runId: string, changes: Partial<Omit<Run, 'id' | 'chatId'>>, chat: ChatChanges): Promise<void>;
  /** Adds messages to the conversation of a run that isn't over. */
  acceptInput(entry: {
    runId: string;
    messages: (UserMessage | SystemMessage)[];
    run: Partial<Run>;
    chat: ChatChanges;
    taken: TakenInput;
  }): Promise<void>;
  updateChat(chatId: string, changes: ChatChanges): Promise<void>;
  /** Sets the title. Keeps one that the user entered, unless the new one is the user's too. */
  setTitle(chatId: string, title: ChatTitle): Promise<void>;
  /** Queues a user message. A chat has one queued message at most: an earlier one becomes unsent text. */
  queueMessage(chatId: string, message: QueuedMessage): Promise<void>;
  /**
   * Deletes the queued message and its images. Rejects with `not-found` and changes nothing unless it was queued at
   * `queuedAtMs`.
   */
  withdrawMessage(chatId: string, queuedAtMs: number): Promise<void>;
  /**
   * Moves the queued message into the chat's composer, before the text there, with its images. Rejects as
   * {@link withdrawMessage} does.
   */
  takeBackMessage(chatId: string, queuedAtMs: number): Promise<void>;
  /** Makes the queued message unsent text, if there is one. */
  moveQueuedToUnsent(chatId: string): Promise<void>;
  queueEvent(chatId: string, event: QueuedEvent): Promise<void>;
}
