/** Where a JSON text that arrives in pieces stands. Only objects, arrays and strings are followed; numbers and words never count as complete. */
export interface JsonScan {
  add(piece: string): void;
  /** Whether anything but white space has come. */
  hasBegun(): boolean;
  /** Whether the last value that was begun has been closed. */
  isComplete(): boolean;
}

/** Follows brackets and quotes only, so that each character is read once however many pieces there are. */
export function createJsonScan(): JsonScan {
  let hasBegun = false;
  let isComplete = false;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;

  function readInString(character: string): void {
    if (isEscaped) isEscaped = false;
    else if (character === '\\') isEscaped = true;
    else if (character === '"') {
      isInString = false;
      isComplete = depth === 0;
    }
  }

  function read(character: string): void {
    if (isInString) readInString(character);
    else if (character === '"') {
      isInString = true;
      isComplete = false;
    } else if (character === '{' || character === '[') {
      depth += 1;
      isComplete = false;
    } else if (character === '}' || character === ']') {
      depth = Math.max(0, depth - 1);
      isComplete = depth === 0;
    }
  }

  return {
    add(piece) {
      hasBegun ||= /\S/.test(piece);
      for (const character of piece) read(character);
    },
    hasBegun: () => hasBegun,
    isComplete: () => isComplete,
  };
}
