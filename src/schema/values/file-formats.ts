/** The first fields of a file with exported settings. */
export const SETTINGS_FORMAT = 'steward-settings';
export const SETTINGS_VERSION = 1;

/** The first fields of an exported chat; docs/chat-export.md describes all of them. */
export const CHAT_FORMAT = 'steward-chat';
export const CHAT_FORMAT_VERSION = 1;
