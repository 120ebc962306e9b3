/** Receives a character: its UTF-16 unit, and its start and end in the original text. */
export type TakeUnit = (unit: number, start: number, end: number) => void;

const BACKSLASH = 92;
const LETTER_U = 117;
/**
 * Codes of the letters in `\n` and similar escapes, with the codes that they stand for. Any other escaped character
 * means itself.
 */
const CONTROLS = new Map([
  [98, 8],
  [102, 12],
  [110, 10],
  [114, 13],
  [116, 9],
]);

/** Decodes the escapes of a JSON string as it streams in. Incomplete escapes pass unchanged. */
export interface Unescape {
  take: TakeUnit;
  /** Passes an incomplete escape at the end of the text. */
  end(): void;
  /** Start of an incomplete escape; null if there is none. */
  pendingStart(): number | null;
}

export function createUnescape(pass: TakeUnit): Unescape {
  let pending: [unit: number, start: number, end: number][] = [];

  function take(unit: number, start: number, end: number): void {
    const [first, second] = pending;
    if (first === undefined) {
      if (unit === BACKSLASH) pending = [[unit, start, end]];
      else pass(unit, start, end);
      return;
    }
    if (second === undefined && unit !== LETTER_U) {
      pending = [];
      pass(CONTROLS.get(unit) ?? unit, first[1], end);
      return;
    }
    if (second !== undefined && !isHexDigit(unit)) {
      passPending();
      take(unit, start, end);
      return;
    }
    pending.push([unit, start, end]);
    if (pending.length < 6) return;
    const digits = pending.slice(2).map(([digit]) => String.fromCharCode(digit));
    pending = [];
    pass(Number.parseInt(digits.join(''), 16), first[1], end);
  }

  function passPending(): void {
    const asTheyAre = pending;
    pending = [];
    for (const one of asTheyAre) pass(...one);
  }

  return { take, end: passPending, pendingStart: () => pending[0]?.[1] ?? null };
}

function isHexDigit(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 70) || (unit >= 97 && unit <= 102);
}
