import type { KnownPage } from '@/src/schema/known-page';
import type { MentionedPart, SystemMessage, ToolMessage, UserMessage } from '@/src/schema/message';
import type { HistoryPlace } from '@/src/schema/observed-page';
import type { NumberedSnapshot } from '@/src/schema/snapshot';
import type { Json } from '@/src/schema/values/json';
import type { ChatChanges } from './chat-journal';

/** A report of page changes to the model during a run: appended to a result, or in an event. */
type ReportedUpdate =
  /** A stored result, with the update. */
  { kind: 'update'; message: ToolMessage } | { kind: 'event'; message: SystemMessage };

/** Changes of the page that are reported during a run, and the context that the model knows from then on. */
export interface PageUpdate {
  chatId: string;
  /** Null if there is nothing to report. */
  report: ReportedUpdate | null;
  context: Json;
  at: HistoryPlace;
  chat: ChatChanges;
}

/** The page as each conversation knows it, and which of its changes were reported to the model. */
export interface KnownPageJournal {
  /** The page as last reported in the conversation; null before its first message. */
  knownPage(chatId: string): Promise<KnownPage | null>;
  storePageUpdate(update: PageUpdate): Promise<void>;
  /** Stores the parts of the page that messages of the user mention, by the message's id. */
  storeMentionedParts(parts: ReadonlyMap<string, MentionedPart[]>): Promise<void>;
  /**
   * Replaces the page state that the run's requests carry, for example when the page was read again before the first
   * response or after a rollback. Changes that a rollback carried over count as reported from then on. Stores the snapshot's id as the
   * chat's last one.
   */
  renewOpening(entry: {
    runId: string;
    contextText: string;
    snapshot: NumberedSnapshot;
    /** The message that reports the page's state from now on: the opening message with its changes, or a new event. */
    message: UserMessage | SystemMessage;
    context: Json;
    at: HistoryPlace;
    chat: ChatChanges;
  }): Promise<void>;
}
