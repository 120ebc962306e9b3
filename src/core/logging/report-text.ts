import type { JsonObject } from '@/src/schema/values/json';

/** The members of an object, exactly as {@link reportText} has them. */
export function membersText(members: JsonObject): string {
  return JSON.stringify(members, null, 2).slice(2, -2);
}

/** The file of a report, with the members of all these objects. */
export function reportText(parts: readonly JsonObject[]): string {
  return `{\n${parts.map(membersText).join(',\n')}\n}\n`;
}
