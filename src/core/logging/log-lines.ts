import type { LogEntry } from '@/src/schema/log-entry';
import { fileStamp } from './file-names';
import { PAYLOAD_TOPICS } from './payload-topics';

const payloadTopics: readonly string[] = Object.values(PAYLOAD_TOPICS);

/** Formats the log as JSON Lines, in the order given. */
export function logLines(entries: readonly LogEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(lineOf(entry))}\n`).join('');
}

/** The exported file's name; `comms_…` if it contains payloads. */
export function logFileName(entries: readonly LogEntry[], atMs: number): string {
  const hasPayloads = entries.some(({ topic }) => payloadTopics.includes(topic));
  return `${hasPayloads ? 'comms' : 'steward-log'}_${fileStamp(atMs)}.jsonl`;
}

function lineOf({ id, atMs, level, topic, chatId, runId, message, data }: LogEntry) {
  return { id, at: new Date(atMs).toISOString(), level, topic, chatId, runId, message, data };
}
