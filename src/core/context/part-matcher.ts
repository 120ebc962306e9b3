/** A part of a page as it is listed. `note`: a description in a few words; missing if the name is enough. */
export interface ListedPart {
  kind: string;
  name: string;
  note?: string;
}

/** A test for the parts whose kind, name or note contains each typed word, whatever the case. */
export function partMatcher(typed: string): (part: ListedPart) => boolean {
  const words = typed.trim().toLowerCase().split(/\s+/);
  return ({ kind, name, note = '' }) => {
    const text = `${kind}:${name} ${note}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
