import type { LogEntry } from '@/src/schema/log-entry';

/** True if the entry's topic, message or data contain the text, ignoring case. */
export function entryMatches({ topic, message, data }: LogEntry, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  const holds = (place: string) => place.toLowerCase().includes(wanted);
  return holds(topic) || holds(message) || (data !== null && holds(JSON.stringify(data)));
}
