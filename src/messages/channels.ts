// Apart from the schemas, so that panel and content script can import the values without zod.

/** The channel name of every command from the panel to the background. */
export const COMMAND_CHANNEL = 'steward/command';

/** The name of the port over which a panel watches a chat. */
export const LIVE_PORT = 'steward/live';

/** The channel of everything between background and content script. */
export const PAGE_CHANNEL = 'steward/page';

/** The channel of what the background tells every open panel. */
export const PANEL_CHANNEL = 'steward/panel';

/** Where storage.local keeps the global switch: `false` while the user keeps Steward out of every page. */
export const SWITCH_KEY = 'is-steward-on';

/** Where storage.local keeps `true` while the user wants notifications about questions that wait. */
export const NOTICE_KEY = 'notify-when-waiting';

/**
 * Where storage.session keeps, by chat id, what could be put back on a page that was loaded anew (a `UnsavedChangesPreview` of
 * the core): the background writes it, the panel offers it.
 */
export const LOST_DRAFTS_PREFIX = 'lost-drafts:';

/** Longest message that a user may send, in UTF-16 units; longer ones are refused with a clear error, never cut. */
export const MAX_MESSAGE_LENGTH = 100_000;

/** Longest text that is kept while it is being written, in UTF-16 units: one that is too long to be sent can be shortened later. */
export const MAX_KEPT_TEXT_LENGTH = 1_000_000;
