import type { BrowserContext, Page } from 'playwright';

/** Time limit of the changes that a fault waits for, in milliseconds. */
const CHANGES_LIMIT_MS = 20_000;

/** An event of the page that changes what it shows or what is saved. */
export interface PageStep {
  /** `apply`: Steward sets the rules; `save`: Steward saves them; `load`: the page shows the saved rules. */
  kind: 'apply' | 'save' | 'load';
  /** Id of Steward's request, or of the loaded document; empty for rules that the driver discarded. */
  id: string;
  /** The ignore rules of openai that an `apply` sets; empty for the other kinds. */
  rules: readonly string[];
  /** False until the page has answered that it made the change. */
  isMade: boolean;
  /** True once the page has answered that it did nothing. */
  isRefused: boolean;
  /** The origin of the page; empty if the event doesn't say. */
  origin: string;
}

/** Record of a page's changes, in order, over all its documents. */
export interface PageLog {
  readonly steps: PageStep[];
  /** Errors that scripts of the page did not handle. */
  readonly errors: string[];
  /** Logs the documents that are loaded from now on in the tabs of this connection to a browser. */
  follow(context: BrowserContext): Promise<void>;
  /** Notes that the page shows the saved rules again. */
  noteLoad(): void;
  /**
   * Calls `act` as soon as Steward has requested `count` more changes of the rules. Resolves after `act`; rejects if there are fewer
   * in {@link CHANGES_LIMIT_MS}.
   */
  afterChanges(count: number, act: () => Promise<void>): Promise<void>;
}

/** The global scope of a document whose changes are logged. */
export interface PageLogScope {
  /**
   * Adds to the log. `type`: `load` with the document's id, an event's type with its detail, or `saved` if the newest save was made, whatever
   * the page answers.
   */
  noteForChaos(type: string, detail: string, origin?: string): void;
}

/** Creates an empty log. */
export function createPageLog(): PageLog {
  const steps: PageStep[] = [];
  const errors: string[] = [];
  let waiting: { left: number; act: () => void } | null = null;

  function add(kind: PageStep['kind'], id: string, rules: readonly string[], origin: string): void {
    steps.push({ kind, id, rules, isMade: kind === 'load', isRefused: false, origin });
  }

  function request(
    { requestId, type, body }: { requestId: string; type: string; body: RequestBody },
    origin: string,
  ): void {
    // Requests of the driver itself (tests/drive/ask-filter-page.ts) are no changes by Steward.
    if (requestId.startsWith('driver-')) return;
    if (type === 'action' && body.name === 'save') add('save', requestId, [], origin);
    if (type !== 'apply-state') return;
    add('apply', requestId, body.state?.drafts.openai?.ignore ?? [], origin);
    if (waiting === null) return;
    waiting.left -= 1;
    if (waiting.left > 0) return;
    waiting.act();
    waiting = null;
  }

  /** Two connections to the browser may report the same event. */
  const isKnown = (id: string) => steps.some((step) => step.id === id);

  function note(type: string, detail: string, origin = ''): void {
    if (type === 'load') {
      if (!isKnown(detail)) add('load', detail, [], origin);
      return;
    }
    if (type === 'saved') {
      const save = steps.findLast(({ kind }) => kind === 'save');
      if (save !== undefined) save.isMade = true;
      return;
    }
    const message = JSON.parse(detail);
    if (type === 'steward:request') {
      if (!isKnown(message.requestId)) request(message, origin);
      return;
    }
    const answered = steps.find(({ id }) => id === message.requestId);
    // A response that can't be read comes before one that can.
    if (answered === undefined) return;
    answered.isMade ||= message.body.ok === true;
    answered.isRefused ||= message.body.ok === false;
  }

  return {
    steps,
    errors,
    async follow(context) {
      await context.exposeFunction('noteForChaos', note);
      await context.addInitScript(reportEvents);
      const watch = (page: Page) => page.on('pageerror', (error) => errors.push(`${page.url()}: ${error}`));
      context.pages().forEach(watch);
      context.on('page', watch);
    },
    noteLoad: () => add('load', '', [], ''),
    afterChanges: (count, act) =>
      new Promise((resolve, reject) => {
        const tooFew = setTimeout(
          () => reject(new Error('Steward requested too few changes.')),
          CHANGES_LIMIT_MS,
        );
        waiting = {
          left: count,
          act() {
            clearTimeout(tooFew);
            void act().then(resolve, reject);
          },
        };
      }),
  };
}

/** Runs in each new document, before its scripts. Callbacks are unnamed, as in `askFilterPage`. */
function reportEvents(): void {
  // Only the page's own document; frames and the extension's pages are not the page.
  if (window !== window.top || !location.protocol.startsWith('http')) return;
  const scope = globalThis as unknown as PageLogScope;
  // The same in each connection that reports this document.
  scope.noteForChaos('load', `document-${performance.timeOrigin}`, location.origin);
  for (const type of ['steward:request', 'steward:response']) {
    // Before the listeners on the document, with which page and content script receive them.
    window.addEventListener(
      type,
      (event) => scope.noteForChaos(type, (event as CustomEvent<string>).detail, location.origin),
      { capture: true },
    );
  }
}

interface RequestBody {
  name?: string;
  state?: { drafts: Record<string, { ignore: string[] }> };
}

/** The rules that the page shows and has saved after these steps. A change that was requested and not answered counts as not made. */
export function rulesAfter(steps: readonly PageStep[]): {
  shown: readonly string[];
  saved: readonly string[];
} {
  let shown: readonly string[] = [];
  let saved: readonly string[] = [];
  for (const { kind, rules, isMade } of steps) {
    if (!isMade) continue;
    if (kind === 'apply') shown = rules;
    else if (kind === 'save') saved = shown;
    else shown = saved;
  }
  return { shown, saved };
}
