/** The part of a mutant in Stryker's JSON report that the summary reads. */
export interface ReportedMutant {
  mutatorName: string;
  status: string;
  replacement?: string;
  location: { start: { line: number; column: number } };
}

export interface MutationSummary {
  rooms: { name: string; found: number; missed: number }[];
  survivors: (ReportedMutant & { path: string })[];
}

/** The detected and undetected mutants of each folder, and every undetected one with its position. */
export function mutationSummary(report: {
  files: Record<string, { mutants: ReportedMutant[] }>;
}): MutationSummary;

/** The summary as lines. */
export function mutationText(summary: MutationSummary): string;
