/** A number with thousands separators: "10,000". Always in English, as the whole page. */
export function figure(count: number): string {
  return count.toLocaleString('en-US');
}

/** A number with its noun: "1 model", "14 models". */
export function counted(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? '' : 's'}`;
}
