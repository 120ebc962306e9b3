/** Receives how many of the parts of some work are done. */
export type OnProgress = (done: number, total: number) => void;

/** Passes progress on once for each percent: a report costs more than most parts do. */
export function eachPercent(report: OnProgress): OnProgress {
  let last = -1;
  return (done, total) => {
    const percent = Math.floor((100 * done) / Math.max(total, 1));
    if (percent === last) return;
    last = percent;
    report(done, total);
  };
}
