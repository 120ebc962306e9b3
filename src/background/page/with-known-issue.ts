import type { PageStatus } from '@/src/messages/page-status';
import type { KnownProblem } from '@/src/schema/known-problem';

/**
 * Adds the issue of the first known problem of the page's adapter and version to the page's status. `siteVersion`:
 * undefined if it is unknown.
 */
export type WithKnownIssue = (
  status: PageStatus,
  adapterId: string,
  siteVersion: string | undefined,
) => PageStatus;

export function createWithKnownIssue(problems: readonly KnownProblem[]): WithKnownIssue {
  return (status, adapterId, siteVersion) => {
    if (status.state !== 'connected' && status.state !== 'incompatible') return status;
    const isIn = (versions: string) => `${siteVersion}.`.startsWith(`${versions}.`);
    const known = problems.find(
      ({ versions, ...problem }) => problem.adapterId === adapterId && versions?.some(isIn) !== false,
    );
    return known === undefined ? status : { ...status, knownIssue: known.issue };
  };
}
