const ROW = '[data-model], [data-rule]';

/** The model or rule row that contains an element; for a focused list, its active row. */
export function rowAt(element: Element): HTMLElement | null {
  const activeId = element.getAttribute('aria-activedescendant');
  return activeId === null ? element.closest<HTMLElement>(ROW) : document.getElementById(activeId);
}
