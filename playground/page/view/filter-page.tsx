import { type PointerEvent, useEffect, useEffectEvent } from 'react';
import { POINTING_AT_NOTHING, type Pointer } from '../state/page-state';
import { ConflictBanner, LoadErrorBanner } from './banners';
import { ModelPanes } from './model-panes';
import { openHelp, PageHeader } from './page-header';
import { usePage } from './page-provider';
import { ruleFieldId } from './rule-field';
import { RulePanel } from './rule-panel';
import { SEARCH_BOX_ID } from './search-box';

/** The filter: header, panes, rule lists. */
export function FilterPage() {
  useShortcuts();
  return (
    <div className="filter-page" {...useHover()}>
      <PageHeader />
      <div className="banners">
        <ConflictBanner />
        <LoadErrorBanner />
      </div>
      <main className="workspace">
        <ModelPanes />
        <div className="rule-panels">
          <RulePanel kind="ignore" />
          <RulePanel kind="whitelist" />
        </div>
      </main>
    </div>
  );
}

/**
 * Highlights the rules and models under the mouse. One handler serves all rows, which it identifies by their data
 * attributes.
 */
function useHover() {
  const { store } = usePage();
  const hover = (pointer: Pointer) => store.dispatch({ type: 'hovered', pointer });
  return {
    onPointerOver({ target }: PointerEvent) {
      const row = (target as Element).closest<HTMLElement>('[data-model], [data-rule]');
      const { model, rule, kind } = row?.dataset ?? {};
      if (model !== undefined) hover({ on: 'model', id: model });
      else if (rule !== undefined) {
        hover({ on: 'rule', kind: kind === 'ignore' ? 'ignore' : 'whitelist', pattern: rule });
      } else hover(POINTING_AT_NOTHING);
    },
    onPointerLeave: () => hover(POINTING_AT_NOTHING),
  };
}

/**
 * The page's keyboard shortcuts. Inactive while a dialog or menu is open. In fields, letters are text, and an Esc that
 * a field has handled is ignored. In the search box, Ctrl+F keeps the browser's function.
 */
function useShortcuts(): void {
  const { store, controller } = usePage();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open], [role="menu"]'))
      return;
    const isModified = event.ctrlKey || event.metaKey;
    const isField = target instanceof Element && target.matches('input, select, textarea');
    const runs: Record<string, () => void> = isModified
      ? { s: () => void controller.save() }
      : { F1: openHelp };
    if (isModified && !(target instanceof Element && target.id === SEARCH_BOX_ID)) runs.f = focusSearch;
    if (!isModified && store.getState().pinned.on !== 'nothing') {
      runs.Escape = () => store.dispatch({ type: 'pinned', pointer: POINTING_AT_NOTHING });
    }
    if (!isModified && !isField) {
      Object.assign(runs, {
        '/': focusSearch,
        '?': openHelp,
        i: () => focusField(ruleFieldId('ignore')),
        w: () => focusField(ruleFieldId('whitelist')),
        r: () => void controller.refresh(),
      });
    }
    const run = runs[key];
    if (!run || (isModified && event.shiftKey)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

function focusSearch(): void {
  focusField(SEARCH_BOX_ID);
}

function focusField(id: string): void {
  const field = document.getElementById(id);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}
