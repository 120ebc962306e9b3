import type { Json, JsonObject } from '@/src/schema/values/json';

/** Parts of a problem report that contain something of the chat, the page or the connections. */
export type ReportPart = 'conversation' | 'pageAddress' | 'endpoints' | 'pageState';

/** The contents of a report, for the user to choose from and to read. No key and no secret is in any of them. */
export interface ProblemReport {
  /** Always in the file. Contains nothing of chat, page and connections but kinds, counts and codes. */
  facts: JsonObject;
  /** The parts that exist. The file contains only those that the user has chosen. */
  content: { readonly [Part in ReportPart]?: Json };
  /** For the public list of issues: versions and error codes only. */
  issue: { title: string; body: string };
}
