const ROW = '[data-model], [data-rule]';

/** The row of a model or a rule that an element lies in; for a list that has the focus, the row its keys are on. */
export function rowAt(element: Element): HTMLElement | null {
  const activeId = element.getAttribute('aria-activedescendant');
  return activeId === null ? element.closest<HTMLElement>(ROW) : document.getElementById(activeId);
}
