import type { Accent } from '@/src/core/adapter/accent';
import type { PageLine } from '@/src/core/adapter/adapter-definition';
import type { KnownProblem } from '@/src/schema/known-problem';
import type { ModelCounts } from '@/src/schema/values/model-strip';
import type { Said } from '@/src/schema/values/said';

/** Status of the page in front, or the reason why it can't be used. `knownIssue`: see {@link KnownProblem}. */
export type PageStatus = PageState & { knownIssue?: KnownProblem['issue'] };

type PageState =
  | {
      state: 'connected';
      line: PageLine;
      /** The models of the page by state, compared with the saved ones; null for a page without models. */
      models: ModelCounts | null;
      /** True if the page has rules that decide about models, for the command `read-rules`. */
      hasRules: boolean;
      /** The tab that shows the page. */
      tabId: number;
      /** `scheme://host:port` of the page, to request lasting access for. */
      origin: string;
      /** True if Steward reconnects by itself after a reload. */
      isLasting: boolean;
      /** True if changes on this page take effect at once, so that every change needs approval by default. */
      goesLive: boolean;
      /** True if Steward can read this page and not change it. */
      isReadOnly: boolean;
      /** True if the page has tools of its own, whose effects Steward can't undo. */
      offersTools: boolean;
      /** True if the page can show what is named in the chat. */
      canShow: boolean;
      /** The version of the site's software; missing if the site doesn't say it. */
      siteVersion?: string | undefined;
      /** The adapter's suggested messages, the best first. */
      suggestions: Said[];
      /** A colour of the page's own for the panel, with enough contrast; null for the panel's. */
      accent: Accent | null;
      /** The base URL of the page's own service; null if unknown. */
      proposedBaseUrl: string | null;
    }
  /** No adapter can use the page in front at present: it is loading, or the user has to sign in first. */
  | { state: 'unknown'; url: string }
  /** Steward has no access to the page in front until the user clicks its toolbar button there. */
  | { state: 'not-allowed'; url: string }
  /** The browser allows no extension on the page in front, such as its own pages and its store. */
  | { state: 'out-of-reach'; url: string }
  /** The page uses a newer version of the page protocol or an incompatible one, is too complex, or has crashed. */
  | { state: 'incompatible'; url: string; message: Said; remedy: Said }
  /**
   * The page's state is reached over its server's API, and Steward has no key for it, or the server refused the last one.
   * `url`: the page's origin. `keyName`: what the page calls the key.
   */
  | { state: 'key-needed'; url: string; adapterId: string; keyName: Said; message: Said; remedy: Said }
  /** The page is open but doesn't answer: a dialog is open on it, or its scripts are blocked. */
  | { state: 'silent'; url: string }
  /** Steward is off: the user switched it off, everywhere or on this site, or the organisation doesn't allow the page. */
  | { state: 'off'; scope: 'everywhere' | 'site' | 'managed'; url: string }
  /** The chat's page was closed or navigated away. */
  | { state: 'gone' }
  /** The chat is about no page: it was imported while its page was not in front. */
  | { state: 'unbound' };
