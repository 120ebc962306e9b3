/**
 * The largest number that fits, from `low` on and below `tooLarge`. If a number fits, all smaller ones have to fit,
 * too. `low` is returned without being tried.
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
