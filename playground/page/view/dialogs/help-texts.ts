/** A term and its meaning. */
export type HelpTerm = readonly [term: string, meaning: string];

/** The parts of the page. */
export const PAGE_PARTS: readonly HelpTerm[] = [
  ['All models', 'every model that the provider offers'],
  ['What clients see', 'the same models, with the rule that hides or keeps each'],
  ['Ignore rules', 'hide the models that they match'],
  ['Whitelist rules', 'keep models visible that an ignore rule would hide'],
];

/** The wildcards of patterns. */
export const PATTERN_SIGNS: readonly HelpTerm[] = [
  ['*', 'any characters, or none; also across /'],
  ['?', 'exactly one character'],
  ['[45]', 'one of these; [0-9] is a range'],
  ['[!45]', 'one character, but none of these'],
  ['[*]', 'the sign itself; likewise [?] and [[]'],
];

/** Common patterns. */
export const COMMON_PATTERNS: readonly HelpTerm[] = [
  ['gpt-4', 'this model and no other'],
  ['gpt-4*', 'all whose name begins so'],
  ['*-preview', 'all whose name ends so'],
  ['*preview*', 'all whose name holds it'],
  ['*:free', 'the free variants of a router'],
  ['openai/gpt-4*', 'a nested vendor, as in openrouter/openai/gpt-4o'],
];

/** All keyboard shortcuts. */
export const KEYS: readonly HelpTerm[] = [
  ['Ctrl+S  ⌘S', 'save'],
  ['/  Ctrl+F  ⌘F', 'search; Ctrl+F once more opens the browser’s own'],
  ['i', 'add an ignore rule'],
  ['w', 'add a whitelist rule'],
  ['r', 'refresh the models'],
  ['↑ ↓ Home End', 'move through models or rules; Page Up and Page Down too'],
  ['Enter  Space', 'pin or unpin the model or rule'],
  ['Menu  Shift+F10', 'what else can be done with it'],
  ['Delete', 'remove the rule'],
  ['Esc', 'close a dialog; clear the search; unpin'],
  ['?  F1', 'this help'],
];
