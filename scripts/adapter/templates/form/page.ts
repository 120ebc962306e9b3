import { identityOf } from '@/src/adapters/kit/page-sign';
import { createSmallHalf } from '@/src/adapters/kit/small-half';
import type { PageHalf } from '@/src/core/adapter/page-half';
import {
  computeCall,
  restorableState,
  type TemplateAdapterContext,
  type TemplateAdapterState,
} from '../compute-call';
import { requireElement, uniqueEntries } from '../page-elements';
import { pageProblem } from '../page-problem';
import { templateAdapterSign } from '../sign';
import { pollChanges } from '../watch-page';
import { createPageForms, type FetchedPage } from './page-forms';

/** An element that only these pages contain. */
const MAIN = 'main[data-page="switches"]';

/** Reads the HTML of all pages of the list from the server, and sends their forms. */
export function createTemplateAdapterPage(document: Document): PageHalf {
  const { pages, post } = createPageForms(document, {
    main: MAIN,
    next: 'a[rel=next]',
    error: '[role=alert]',
  });
  /** Address of the list's first page. The tab may show another one. */
  const first = () => new URL(document.URL).pathname;
  /** Addresses of the pages on which the switches were last seen. */
  let places = new Map<string, string>();

  function rowsOf(page: FetchedPage) {
    const rows = [...requireElement(page.document, `${MAIN} tbody`, HTMLTableSectionElement).rows];
    return rows.map((row) => ({
      page,
      name: requireElement(row, '.name', HTMLElement).textContent,
      form: requireElement(row, 'form', HTMLFormElement),
      field: requireElement(row, 'input[name=value]', HTMLInputElement),
      isLocked: row.hasAttribute('data-locked'),
      // [saved
      saved: requireElement(row, 'input.saved', HTMLInputElement),
      // saved]
    }));
  }

  async function read(signal: AbortSignal): Promise<TemplateAdapterContext> {
    const all: ReturnType<typeof rowsOf> = [];
    for await (const page of pages(first(), signal)) all.push(...rowsOf(page));
    places = new Map(all.map(({ name, page }) => [name, page.url]));
    return {
      switches: uniqueEntries(all.map(({ name, field }) => [name, field.checked])),
      locked: all.flatMap(({ name, isLocked }) => (isLocked ? name : [])),
      // [saved
      saved: uniqueEntries(all.map(({ name, saved }) => [name, saved.checked])),
      // saved]
    };
  }

  /** The row with this name as the server sends it now: first where it was last seen, then on all pages. */
  async function rowNow(name: string, signal: AbortSignal) {
    for (const path of [places.get(name) ?? first(), first()]) {
      for await (const page of pages(path, signal)) {
        const row = rowsOf(page).find((each) => each.name === name);
        if (row !== undefined) return row;
      }
    }
    throw pageProblem('state-refused', `${name} is gone.`);
  }

  const stateHalf = createSmallHalf<TemplateAdapterContext, TemplateAdapterState>(
    {
      id: 'template-adapter',
      read,
      restorableState,
      computeCall,
      async write({ switches }, signal, from) {
        for (const [name, before] of Object.entries(from.switches)) {
          const wanted = Object.hasOwn(switches, name) ? switches[name] : undefined;
          if (wanted === undefined) throw pageProblem('state-refused', `${name} is new.`);
          if (wanted === before) continue;
          const { page, form, field } = await rowNow(name, signal);
          if (field.checked === wanted) continue;
          if (field.checked !== before) {
            throw pageProblem('state-refused', `Somebody else has changed ${name} in the meantime.`);
          }
          field.checked = wanted;
          await post(page, form, signal);
        }
      },
      // [saved
      async commit(_tool, _args, signal) {
        for await (const page of pages(first(), signal)) {
          return post(page, requireElement(page.document, 'form.save', HTMLFormElement), signal);
        }
      },
      // saved]
    },
    [
      // [saved
      'save_switches',
      // saved]
    ],
  );
  return {
    ...stateHalf,
    async detect() {
      const isPage = templateAdapterSign.isIn(document) && document.querySelector(MAIN) !== null;
      return isPage ? identityOf(document, 'site') : null;
    },
    subscribe: (onChange, signal) => pollChanges(read, 2_000, onChange, signal),
  };
}
