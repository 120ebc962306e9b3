// In a module of their own, so that panel and content script can import the values without zod.

/** The channel of every command from the panel to the background. */
export const COMMAND_CHANNEL = 'steward/command';

/** The name of the port on which a panel watches a chat. */
export const LIVE_PORT = 'steward/live';

/** The channel of all messages between background and content script, and the name of a locked page's port. */
export const PAGE_CHANNEL = 'steward/page';

/** The channel of notices from the background to every open panel. */
export const PANEL_CHANNEL = 'steward/panel';

/**
 * Key prefix in storage.session, followed by the chat id, for the unsaved changes that a page lost in a
 * reload (the core's `UnsavedChangesPreview`). Written by the background, shown by the panel.
 */
export const LOST_CHANGES_PREFIX = 'lost-changes:';

/**
 * Key prefix in storage.session, followed by a tab's id, for the hash of the state that the tab's page still shows although Steward has
 * changed it ({@link AdapterDefinition.isOutdatedByChanges}). Written by the background until the page is loaded again, shown by the panel.
 */
export const OUTDATED_PAGE_PREFIX = 'outdated-page:';

/**
 * Key in storage.session for the version to which an update of the extension interrupted a run. Written by the background, shown by
 * the panel until it is dismissed.
 */
export const UPDATED_IN_RUN = 'updated-in-run';

/** Longest user message, in UTF-16 units. Longer ones are rejected with an error, never cut. */
export const MAX_MESSAGE_LENGTH = 100_000;

/** Longest summary, in UTF-16 units. */
export const MAX_SUMMARY_LENGTH = 200_000;

/** Longest part of a file in one message, in UTF-16 units: browsers limit a message to 64 MiB. */
export const MAX_PART_LENGTH = 4_000_000;

/** Longest stored composer text, in UTF-16 units: a text that is too long to send can be shortened later. */
export const MAX_KEPT_TEXT_LENGTH = 1_000_000;

/** Longest title of a chat that the user may enter, in UTF-16 units. */
export const MAX_TITLE_LENGTH = 200;

/** Most names in one `find-names` command. */
export const MAX_NAMES = 2_000;

/** Longest selection of a page, and longest text of a file, that is quoted, in UTF-16 units. */
export const MAX_SELECTION_LENGTH = 20_000;
