import type { Json } from '../json';
import type { Change } from './change';
import type { HistoryPlace } from './observed-page';

/** A page as a conversation knows it. */
export interface KnownPage {
  /** The context that was last reported to the model. */
  context: Json;
  /** The place in the page's history at that time. */
  at: HistoryPlace;
  /** The page as the chat's own writes since then left it; null if there were none. */
  own: OwnWrites | null;
}

/** A page as a conversation knows it, with the notes about its changes. */
export interface NotedPage extends KnownPage {
  notes: ChangeNotes;
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
