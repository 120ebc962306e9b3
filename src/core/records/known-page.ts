import type { Json } from '../json';
import type { Change } from './change';
import type { HistoryPlace } from './observed-page';
/** A page as a conversation knows it. */
export interface KnownPage {
  /** As the model was told last. */
  context: Json;
  /** Where the page's history stood then. */
  at: HistoryPlace;
  /** The page as the chat's own writes left it since; null if there were none. */
  own: OwnWrites | null;
}

/** The page as the last of a chat's own writes left it. */
export interface LeftPage {
  context: Json;
  /** Where the page's history stood then. */
  at: HistoryPlace;
}

/** What a chat's own writes made of the page. */
export interface OwnWrites extends LeftPage {
  /** As earlier ones left it, where others changed the page behind them. */
  earlier: LeftPage[];
}

/** What the model wasn't told yet of the page (see KnownContext of the store). */
export interface ChangeNotes {
  seen: Change[];
  carried: Change[];
}
