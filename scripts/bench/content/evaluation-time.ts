/** A trace (Trace Event Format), as far as it is read. Times are in microseconds. */
export interface Trace {
  traceEvents: readonly { name: string; dur?: number; args?: { data?: { url?: string } } }[];
}

/** The trace categories that {@link evaluationMs} needs. */
export const TRACE_CATEGORIES = ['devtools.timeline'];

/**
 * Milliseconds that the browser spent compiling and evaluating the scripts whose URL ends with `urlEnd`. Throws if the trace has no
 * such script.
 */
export function evaluationMs({ traceEvents }: Trace, urlEnd: string): number {
  const evaluations = traceEvents.filter(
    ({ name, args }) => name === 'EvaluateScript' && args?.data?.url?.endsWith(urlEnd) === true,
  );
  if (evaluations.length === 0) throw new Error(`The trace has no evaluation of ${urlEnd}.`);
  return evaluations.reduce((sum, { dur = 0 }) => sum + dur / 1_000, 0);
}
