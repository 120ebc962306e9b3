/** An expression that is true in the content script's own world of a document, where the script sets this mark. */
export const CONTENT_SCRIPT_MARK = `Symbol.for('steward/adapter-host') in globalThis`;
