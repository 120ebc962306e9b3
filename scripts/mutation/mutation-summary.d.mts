/** A mutant, as far as the summary needs Stryker's JSON report. */
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

/** For each room how many mutants were found and missed, and every missed one with its place. */
export function mutationSummary(report: {
  files: Record<string, { mutants: ReportedMutant[] }>;
}): MutationSummary;

/** The summary as lines. */
export function mutationText(summary: MutationSummary): string;
