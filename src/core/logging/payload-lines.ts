import type { Payload } from '@/src/schema/payload';
import { fileStamp } from './file-stamp';

/** The timeline of a chat's payloads as JSON Lines, in order. */
export function payloadLines(payloads: readonly Payload[]): string {
  return payloads
    .map(({ atMs, runId, direction, data }) =>
      JSON.stringify({ at: new Date(atMs).toISOString(), run: runId, direction, payload: data }),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** The timeline's file name. */
export function payloadsFileName(atMs: number): string {
  return `comms_${fileStamp(atMs)}.jsonl`;
}
