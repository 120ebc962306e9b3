import { assertNever } from '@/src/core/assert-never';
import type { PageStatus } from '@/src/messages/page-status';
import { i18n } from '@/src/texts/i18n';

/** A page's status as text. */
export interface PageText {
  /** One line, for the header. */
  line: string;
  /** The whole sentence that the line is a short form of; null if the line says it. */
  problem: string | null;
  /** True if the page has unsaved changes. */
  isUnsaved: boolean;
  /** The next step for the user; null if nothing is needed. */
  remedy: string | null;
  tone: 'plain' | 'waiting' | 'gone';
}

/** The status text of a page; of a connected one, e.g. `Model filter · openai, 45 models, 7 hidden`. */
export function pageText(page: PageStatus): PageText {
  switch (page.state) {
    case 'connected': {
      const { title, facts, unsaved } = page.line;
      const line = facts.length === 0 ? title : `${title} · ${facts.join(', ')}`;
      return { line, problem: null, isUnsaved: unsaved, remedy: null, tone: 'plain' };
    }
    case 'unknown':
      return {
        line: i18n.t('header.status.notSupported'),
        problem: null,
        isUnsaved: false,
        remedy: i18n.t('header.status.notSupportedRemedy', { pages: page.supported.join(', ') }),
        tone: 'waiting',
      };
    case 'not-allowed':
      return {
        line: i18n.t('header.status.notAllowed'),
        problem: null,
        isUnsaved: false,
        remedy: i18n.t('header.status.notAllowedRemedy'),
        tone: 'waiting',
      };
    case 'out-of-reach':
      return {
        line: i18n.t('header.status.outOfReach'),
        problem: null,
        isUnsaved: false,
        remedy: i18n.t('header.status.outOfReachRemedy'),
        tone: 'waiting',
      };
    case 'key-needed':
    case 'incompatible':
      return {
        line: page.message,
        problem: null,
        isUnsaved: false,
        remedy: page.remedy,
        tone: 'waiting',
      };
    case 'silent':
      return {
        line: i18n.t('header.status.silent'),
        problem: null,
        isUnsaved: false,
        remedy: i18n.t('header.status.silentRemedy'),
        tone: 'waiting',
      };
    case 'off':
      return {
        line:
          page.scope === 'everywhere'
            ? i18n.t('header.status.offEverywhere')
            : i18n.t('header.status.offOnSite'),
        problem: null,
        isUnsaved: false,
        remedy: i18n.t('header.status.offRemedy'),
        tone: 'waiting',
      };
    case 'gone':
      return {
        line: i18n.t('header.status.goneLine'),
        problem: i18n.t('header.status.gone'),
        isUnsaved: false,
        remedy: i18n.t('header.status.goneRemedy'),
        tone: 'gone',
      };
    case 'unbound':
      return {
        line: i18n.t('header.status.unboundLine'),
        problem: i18n.t('header.status.unbound'),
        isUnsaved: false,
        remedy: i18n.t('header.status.unboundRemedy'),
        tone: 'gone',
      };
    default:
      return assertNever(page);
  }
}
