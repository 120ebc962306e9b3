/**
 * The largest number from `low` on and below `tooLarge` that fits, if each number below one that fits also does. `low` is
 * returned without being tried.
 */
export function largestFitting(low: number, tooLarge: number, fits: (count: number) => boolean): number {
  let [below, above] = [low, tooLarge];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (fits(middle)) below = middle;
    else above = middle;
  }
  return below;
}
