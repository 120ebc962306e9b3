/** Follows a JSON object that arrives in pieces. A text that begins with anything else never counts as complete. */
export interface JsonScan {
  add(piece: string): void;
  /** Whether anything but white space has come. */
  hasBegun(): boolean;
  /** Whether the object has been closed. */
  isComplete(): boolean;
}

/** Follows brackets and quotes only, so that each character is read once however many pieces there are. */
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

/** Whether the first character that is no white space opens an object. */
export function beginsObject(text: string): boolean {
  return /^\s*\{/.test(text);
}
