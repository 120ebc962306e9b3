import { assertNever } from '@/src/core/assert-never';
import type { PageStatus } from '@/src/messages/page-status';
import { i18n } from '@/src/texts/i18n';

export interface PageText {
  /** One line, for the header. */
  line: string;
  /** Full sentence for a line that is only its short form; null if the line is complete. */
  problem: string | null;
  /** The next step for the user; null if nothing is needed. */
  remedy: string | null;
  tone: 'plain' | 'waiting' | 'gone';
}

/** Between the parts of the line. */
export const SEPARATOR = ' · ';

const WAITING = { problem: null, tone: 'waiting' } as const;
const GONE = { tone: 'gone' } as const;

/** The status text of a page; of a connected one its title, since its line has further parts. */
export function pageText(page: PageStatus): PageText {
  switch (page.state) {
    case 'connected':
      return { line: page.line.title, problem: null, remedy: null, tone: 'plain' };
    case 'unknown':
      return {
        ...WAITING,
        line: i18n.t('header.status.notReady'),
        remedy: i18n.t('header.status.notReadyRemedy'),
      };
    case 'not-allowed':
      return {
        ...WAITING,
        line: i18n.t('header.status.notAllowed'),
        remedy: i18n.t('header.status.notAllowedRemedy'),
      };
    case 'out-of-reach':
      return {
        ...WAITING,
        line: i18n.t('header.status.outOfReach'),
        remedy: i18n.t('header.status.outOfReachRemedy'),
      };
    case 'key-needed':
    case 'incompatible':
      return { ...WAITING, line: page.message, remedy: page.remedy };
    case 'silent':
      return {
        ...WAITING,
        line: i18n.t('header.status.silent'),
        remedy: i18n.t('header.status.silentRemedy'),
      };
    case 'off':
      return {
        ...WAITING,
        line:
          page.scope === 'everywhere'
            ? i18n.t('header.status.offEverywhere')
            : i18n.t('header.status.offOnSite'),
        remedy: i18n.t('header.status.offRemedy'),
      };
    case 'gone':
      return {
        ...GONE,
        line: i18n.t('header.status.goneLine'),
        problem: i18n.t('header.status.gone'),
        remedy: i18n.t('header.status.goneRemedy'),
      };
    case 'unbound':
      return {
        ...GONE,
        line: i18n.t('header.status.unboundLine'),
        problem: i18n.t('header.status.unbound'),
        remedy: i18n.t('header.status.unboundRemedy'),
      };
    default:
      return assertNever(page);
  }
}
