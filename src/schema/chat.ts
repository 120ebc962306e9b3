import type { QueuedSender } from './chat-sender';
import type { ChatSettings } from './chat-settings';
import type { MessageImage } from './image';
import type { PageBinding } from './page-binding';
import type { PageTool } from './page-tool';
import type { RequestableStatus } from './run-status';

/** One independent conversation. */
export interface Chat {
  id: string;
  title: string;
  /** Origin of the title. A title that the user entered is never replaced by a generated one. */
  titleSource: 'first-message' | 'model' | 'user';
  /** Time at which the user pinned it to the top of the list; null if it isn't pinned. */
  pinnedAtMs: number | null;
  /** True if a run ended or began to wait for the user while no panel showed the chat. */
  isUnread: boolean;
  /** Time of its deletion by the user; null if they didn't. Its data is deleted 10 seconds later. */
  deletedAtMs: number | null;
  createdAtMs: number;
  updatedAtMs: number;
  binding: PageBinding | null;
  settings: ChatSettings;
  /** Hash of the page's restorable state as last observed. Another hash means that the page was changed since. */
  lastStateHash: string | null;
  /** Number of the newest snapshot of the page that a request of the chat was built from; 0 before the first. */
  lastSnapshotId: number;
  /** The tools that the page itself offered when the chat was last sent its state. Calls are checked against these. */
  pageTools: PageTool[];
  /** The message that the user sent during a run; a newer one replaces it. It enters the conversation at the end of the next response. */
  pendingMessage: QueuedMessage | null;
  /** Unsent messages and texts that left the queue or the conversation; missing if there are none. */
  setAside?: SetAside;
  /** Events that could not enter the conversation when they arrived, oldest first. */
  pendingEvents: QueuedEvent[];
  /** A status that replaces the next request; null if none is queued. */
  queuedStatus: RequestableStatus | null;
}

/** A message in the queue slot. */
export interface QueuedMessage {
  text: string;
  /** Missing if it has none. */
  images?: MessageImage[];
  queuedAtMs: number;
}

/** Text and images of a message that isn't part of the conversation. */
export interface UnsentMessage {
  text: string;
  /** Missing if it has none. */
  images?: MessageImage[];
}

/** Something the user wrote and has not sent, and that no field or queue has any more. It is offered until they take or dismiss it. */
export interface SetAside extends UnsentMessage {
  /** Time at which the last of it was written, by which commands name it. */
  atMs: number;
}

/** An event in the queue. */
export interface QueuedEvent {
  /** The sender, e.g. `page`. */
  scope: string;
  text: string;
  queuedAtMs: number;
  /** The chat that sent it; missing for an event from elsewhere. */
  sender?: QueuedSender;
}
