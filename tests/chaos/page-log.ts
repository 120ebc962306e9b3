import type { Page } from 'playwright';

/** Time limit of the changes that a fault waits for, in milliseconds. */
const CHANGES_LIMIT_MS = 20_000;

/** An event of the page that changes what it shows or what is saved. */
export interface PageStep {
  /** `apply`: Steward sets the rules; `save`: Steward saves them; `load`: the page shows the saved rules. */
  kind: 'apply' | 'save' | 'load';
  /** Id of Steward's request; empty for a load. */
  requestId: string;
  /** The ignore rules of openai that an `apply` sets; empty for the other kinds. */
  rules: readonly string[];
  /** False until the page has answered that it made the change. */
  isMade: boolean;
}

/** Record of a page's changes, in order, over all its documents. */
export interface PageLog {
  readonly steps: PageStep[];
  /** Errors that scripts of the page did not handle. */
  readonly errors: string[];
  /** Notes that the page shows the saved rules again. */
  noteLoad(): void;
  /**
   * Calls `act` as soon as Steward has requested `count` more changes of the rules. Resolves after `act`; rejects if there are fewer
   * in {@link CHANGES_LIMIT_MS}.
   */
  afterChanges(count: number, act: () => Promise<void>): Promise<void>;
}

/** Logs the changes that Steward requests from `page`. Call it before the page is loaded. */
export async function logPage(page: Page): Promise<PageLog> {
  const steps: PageStep[] = [];
  const errors: string[] = [];
  let waiting: { left: number; act: () => void } | null = null;
  const add = (kind: PageStep['kind'], requestId: string, rules: readonly string[]) =>
    void steps.push({ kind, requestId, rules, isMade: kind === 'load' });

  function request({ requestId, type, body }: { requestId: string; type: string; body: RequestBody }): void {
    // Requests of the driver itself (tests/drive/ask-filter-page.ts) are no changes by Steward.
    if (requestId.startsWith('driver-')) return;
    if (type === 'action' && body.name === 'save') add('save', requestId, []);
    if (type !== 'apply-state') return;
    add('apply', requestId, body.state?.drafts.openai?.ignore ?? []);
    if (waiting === null) return;
    waiting.left -= 1;
    if (waiting.left > 0) return;
    waiting.act();
    waiting = null;
  }

  await page.exposeFunction('noteForChaos', (type: string, detail: string) => {
    const message = JSON.parse(detail);
    if (type === 'steward:request') request(message);
    else {
      const answered = steps.find(({ requestId }) => requestId === message.requestId);
      if (answered !== undefined) answered.isMade = message.body.ok;
    }
  });
  // The callback has no name, as in `askFilterPage`.
  await page.addInitScript(() => {
    for (const type of ['steward:request', 'steward:response']) {
      // Before the listeners on the document, with which page and content script receive them.
      window.addEventListener(
        type,
        (event) => {
          const scope = globalThis as unknown as { noteForChaos(type: string, detail: string): void };
          scope.noteForChaos(type, (event as CustomEvent<string>).detail);
        },
        { capture: true },
      );
    }
  });
  page.on('domcontentloaded', () => add('load', '', []));
  page.on('pageerror', (error) => errors.push(`page: ${error}`));

  return {
    steps,
    errors,
    noteLoad: () => add('load', '', []),
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
