import type { LogEntry } from './log-entry';

/** Whether the text stands in the entry's topic, message or data, in whatever case. */
export function entryMatches({ topic, message, data }: LogEntry, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  const holds = (place: string) => place.toLowerCase().includes(wanted);
  return holds(topic) || holds(message) || (data !== null && holds(JSON.stringify(data)));
}
