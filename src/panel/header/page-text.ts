import { assertNever } from '@/src/core/assert-never';
import type { PageStatus } from '@/src/messages/page-status';
import { i18n } from '@/src/texts/i18n';

export interface PageText {
  /** One line, for the header. */
  line: string;
  /** The start of the line, before {@link SEPARATOR}, which gives way to the rest; null if the line has one part. */
  title: string | null;
  /** Full sentence for a line that is only its short form; null if the line is complete. */
  problem: string | null;
  isUnsaved: boolean;
  /** The next step for the user; null if nothing is needed. */
  remedy: string | null;
  tone: 'plain' | 'waiting' | 'gone';
}

/** Between the title of a page and its facts. */
export const SEPARATOR = ' · ';

const CONNECTED = { title: null, problem: null, remedy: null, tone: 'plain' } as const;
const WAITING = { title: null, problem: null, isUnsaved: false, tone: 'waiting' } as const;
const GONE = { title: null, isUnsaved: false, tone: 'gone' } as const;

/** The status text of a page; of a connected one, e.g. `Model filter · openai, 45 models, 7 hidden`. */
export function pageText(page: PageStatus): PageText {
  switch (page.state) {
    case 'connected': {
      const { title, facts, unsaved } = page.line;
      if (facts.length === 0) return { ...CONNECTED, line: title, isUnsaved: unsaved };
      return { ...CONNECTED, line: title + SEPARATOR + facts.join(', '), title, isUnsaved: unsaved };
    }
    case 'unknown':
      return {
        ...WAITING,
        line: i18n.t('header.status.notSupported'),
        remedy: i18n.t('header.status.notSupportedRemedy', { pages: page.supported.join(', ') }),
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
