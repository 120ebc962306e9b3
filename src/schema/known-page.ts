import type { Change } from './change';
import type { HistoryPlace } from './observed-page';
import type { Json } from './values/json';

/** A page as a conversation knows it. */
export interface KnownPage {
  /** The context that was last reported to the model. */
  context: Json;
  /** The place in the page's history at that time. */
  at: HistoryPlace;
  /** The page as the chat's own writes since then left it; null if there were none. */
  own: OwnWrites | null;
}

/** The page as the last of a chat's own writes left it. */
export interface LeftPage {
  context: Json;
  /** The place in the page's history right after that write. */
  at: HistoryPlace;
}

/** The page as a chat's own writes left it. */
export interface OwnWrites extends LeftPage {
  /** The page after earlier own writes, for each one that was followed by a change by others. */
  earlier: LeftPage[];
}

/** Notes about changes that are not reported to the model yet (see KnownContext of the store). */
export interface ChangeNotes {
  /** Each change with the time at which it was first seen. */
  seen: Change[];
  /** Changes to report that a comparison with the known context no longer finds. */
  carried: Change[];
}

/**
 * The last known context of the page, one row per chat. The next message's changes are computed against it.
 */
export interface KnownContext {
  chatId: string;
  context: Json;
  atMs: number;
  /** Position in the page's history at which `context` was read. */
  at: HistoryPlace;
  /** The page's state as left by the chat's own writes since; null if there were none. */
  own: OwnWrites | null;
  /**
   * Changes seen on the page since, each with the time at which it was first seen. The page's current state
   * decides which still hold.
   */
  seen: Change[];
  /**
   * Unreported changes that the context no longer shows. They are reported with the next message or request.
   */
  carried: Change[];
  /**
   * The page's last context, if it was read since: contains what a reload may lose. Removed when the row is
   * replaced.
   */
  latest?: Json;
}
