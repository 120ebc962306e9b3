/** A number as people read it: "10,000". The page speaks English, whatever the browser does. */
export function figure(count: number): string {
  return count.toLocaleString('en-US');
}

/** A number with its noun: "1 model", "14 models". */
export function counted(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? '' : 's'}`;
}
