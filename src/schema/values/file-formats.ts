/** The first field of a file with exported settings. */
export const SETTINGS_FORMAT = 'steward-settings';

/** The first field of an exported chat; docs/chat-export.md describes all of them. */
export const CHAT_FORMAT = 'steward-chat';
