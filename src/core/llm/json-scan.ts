/** Follows a JSON object that arrives in pieces. A text that starts with anything else is never complete. */
export interface JsonScan {
  add(piece: string): void;
  /** True once anything but white space has come. */
  hasBegun(): boolean;
  /** True once the object is closed. */
  isComplete(): boolean;
}

/** Follows only brackets and quotes, so that each character is read once, however many pieces there are. */
export function createJsonScan(): JsonScan {
  let kind: 'nothing' | 'object' | 'other' = 'nothing';
  let depth = 0;
  let isInString = false;
  let isEscaped = false;

  function read(character: string): void {
    if (isEscaped) isEscaped = false;
    else if (isInString && character === '\\') isEscaped = true;
    else if (character === '"') isInString = !isInString;
    else if (isInString) return;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth = Math.max(0, depth - 1);
  }

  return {
    add(piece) {
      if (kind === 'nothing' && /\S/.test(piece)) kind = beginsObject(piece) ? 'object' : 'other';
      if (kind !== 'object') return;
      for (const character of piece) read(character);
    },
    hasBegun: () => kind !== 'nothing',
    isComplete: () => kind === 'object' && depth === 0 && !isInString,
  };
}

/** True if the first character after white space opens an object. */
export function beginsObject(text: string): boolean {
  return /^\s*\{/.test(text);
}
